import type { GoogleGenAI } from '@google/genai';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { GoogleAnswer } from './google.answer.ts';
import { googleClient } from './google.client.ts';
import { googleError } from './google.errors.ts';
import { googleRequest } from './google.messages.ts';
import { KeyedModel } from './keyed-model.ts';
import { retryAfterOf } from './provider-failure.ts';

/** Gemini, through Google's official SDK. */
export class GoogleModel extends KeyedModel<GoogleGenAI> {
  readonly provider = 'google';
  protected readonly label = 'Google';
  protected readonly setting = 'GOOGLE_API_KEY';

  protected connect(apiKey: string): Promise<GoogleGenAI> {
    return googleClient(apiKey, this.settings.baseUrl);
  }

  protected ask(client: GoogleGenAI, request: GenerateRequest): Promise<GenerateResult> {
    let errorHeaders: Headers | undefined;
    // The SDK's errors do not contain the response headers.
    const recordingFetch: typeof fetch = async (...parameters) => {
      const response = await fetch(...parameters);
      if (!response.ok) errorHeaders = response.headers;
      return response;
    };
    return this.read(request, {
      answer: new GoogleAnswer(request.model),
      open: (signal) => {
        const { config, ...parameters } = googleRequest(request, signal);
        return client.models.generateContentStream({
          ...parameters,
          config: { ...config, httpOptions: { fetch: recordingFetch } },
        });
      },
      errorOf: (cause, started) =>
        googleError(cause, this.named(request.model), started, retryAfterOf(errorHeaders, this.clock.now())),
    });
  }
}
