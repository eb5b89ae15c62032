import type {
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { toOpenAiTool } from '#tools';
import { partsOf, type GenerateRequest, type MessagePart, type ModelMessage } from '../language-model.ts';
import { sendableMessages } from './sendable-messages.ts';

/** The lowest limit that OpenAI accepts. */
const MIN_OUTPUT_TOKENS = 16;

/** Converts a request to OpenAI's Responses API. */
export function responsesRequest(request: GenerateRequest): ResponseCreateParamsStreaming {
  const { model, system, tools, maxOutputTokens, responseSchema } = request;
  return {
    model,
    // Conversations are stored by Turnpike only.
    store: false,
    ...(system && { instructions: system }),
    input: sendableMessages(request.messages).flatMap(itemsOf),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => {
        const { strict = false, ...described } = toOpenAiTool(tool, { strict: true }).function;
        return { type: 'function' as const, ...described, strict };
      }),
    }),
    ...(maxOutputTokens !== undefined && {
      max_output_tokens: Math.max(MIN_OUTPUT_TOKENS, maxOutputTokens),
    }),
    ...(responseSchema && {
      text: { format: { type: 'json_schema' as const, ...responseSchema, strict: false } },
    }),
    stream: true,
  };
}

function itemsOf(message: ModelMessage): ResponseInputItem[] {
  const parts = partsOf(message);
  const content = parts.length > 0 ? contentOf(message.text, parts) : message.text;
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: content }];
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [{ role: 'assistant' as const, content: message.text }]),
        ...message.toolCalls.map(({ id, name, arguments: given }) => ({
          type: 'function_call' as const,
          call_id: id,
          name,
          arguments: JSON.stringify(given),
        })),
      ];
  }
}

function contentOf(text: string, parts: readonly MessagePart[]): ResponseInputContent[] {
  return [
    ...(text === '' ? [] : [{ type: 'input_text' as const, text }]),
    ...parts.map((part): ResponseInputContent =>
      part.type === 'text'
        ? { type: 'input_text', text: part.text }
        : { type: 'input_image', image_url: part.dataUrl, detail: 'auto' },
    ),
  ];
}
