import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { ResponsesAnswer, type ResponsesPiece } from './openai-responses.answer.ts';
import { responsesRequest } from './openai-responses.messages.ts';
import { sdkError } from './sdk.errors.ts';
import { OpenAiModel } from './openai.provider.ts';
import { wholeBody } from './whole-body.ts';

/**
 * OpenAI itself, through its Responses API: its chat completions refuse function tools for the models that reason, which
 * are all since GPT-5.6.
 */
export class OpenAiResponsesModel extends OpenAiModel {
  protected override readonly label = 'OpenAI';

  protected override ask(client: OpenAI, request: GenerateRequest): Promise<GenerateResult> {
    const sent = responsesRequest(request);
    return this.read<ResponsesPiece>(request, {
      answer: new ResponsesAnswer(),
      open: (signal) =>
        request.onText
          ? client.responses.create(sent, { signal })
          : wholeBody<ResponsesPiece>(
              client.responses.create({ ...sent, stream: false }, { signal }),
              () => import('openai/streaming'),
            ),
      errorOf: (cause, started) => sdkError(cause, this.named(request.model), started, this.clock),
    });
  }
}

/** True for the address of OpenAI itself, as opposed to servers that speak its chat completions. */
export function isOpenAi(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
