import type { GoogleGenAI } from '@google/genai';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { GoogleAnswer } from './google.answer.ts';
import { googleClient } from './google.client.ts';
import { googleError } from './google.errors.ts';
import { googleRequest } from './google.messages.ts';
import { KeyedModel } from './keyed-model.ts';
import { retryAfterOf } from './provider-failure.ts';
import { sdkFetch, withDataOnly } from './sdk-fetch.ts';

/** Gemini, through Google's official SDK. */
export class GoogleModel extends KeyedModel<GoogleGenAI> {
  readonly provider = 'google';
  protected readonly label = 'Google';
  protected readonly setting = 'GOOGLE_API_KEY';

  protected connect(apiKey: string): Promise<GoogleGenAI> {
    return googleClient(apiKey, this.settings.baseUrl);
  }

  protected ask(client: GoogleGenAI, request: GenerateRequest): Promise<GenerateResult> {
    let response: Response | undefined;
    // The SDK's errors contain neither the response headers nor whether an answer had begun.
    const recordingFetch: typeof fetch = async (...parameters) =>
      withDataOnly((response = await sdkFetch(...parameters)));
    return this.read(request, {
      answer: new GoogleAnswer(request.model),
      open: async (signal) => {
        const { config, ...parameters } = googleRequest(request, signal);
        const sent = { ...parameters, config: { ...config, httpOptions: { fetch: recordingFetch } } };
        return request.onText
          ? client.models.generateContentStream(sent)
          : [await client.models.generateContent(sent)];
      },
      errorOf: (cause) => {
        const { ok = false, headers } = response ?? {};
        return googleError(cause, this.named(request.model), ok, retryAfterOf(headers, this.clock.now()));
      },
    });
  }
}
