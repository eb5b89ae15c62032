import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { toOpenAiTool, type OpenAiDialectOptions } from '#tools';
import type { GenerateRequest, MessagePart, ModelMessage, ModelPicture } from '../language-model.ts';
import { sendableMessages } from './sendable-messages.ts';

/** Models that reason by default. OpenAI's chat completions refuse function tools for them unless they do not reason. */
const REASONS_BY_DEFAULT = /^gpt-(5\.[6-9]|[6-9]|\d\d)/;

export interface OpenAiDialect extends OpenAiDialectOptions {
  /** Name of the output limit: OpenAI has replaced the name that other servers use. */
  limitName?: 'max_completion_tokens' | 'max_tokens';
  /** True for servers whose chat templates refuse a message of the user behind results. */
  alternates?: boolean;
}

const HEADING = 'Pictures that the tools answered with, from the platform and not from the user:';
const PICTURES_FOLLOW = '(Pictures of the results follow.)';

export function openaiRequest(
  request: GenerateRequest,
  dialect: OpenAiDialect,
): ChatCompletionCreateParamsStreaming {
  return {
    model: request.model,
    messages: [
      ...(request.system ? [{ role: 'system' as const, content: request.system }] : []),
      ...picturesBehindResults(sendableMessages(request.messages), dialect).map(openaiMessage),
    ],
    ...(request.tools.length > 0 && {
      tools: request.tools.map((tool) => toOpenAiTool(tool, dialect)),
      ...(REASONS_BY_DEFAULT.test(request.model) && { reasoning_effort: 'none' as const }),
    }),
    ...(request.maxOutputTokens !== undefined && {
      [dialect.limitName ?? 'max_completion_tokens']: request.maxOutputTokens,
    }),
    ...(request.responseSchema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { ...request.responseSchema, strict: false },
      },
    }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Texts of schemas, which are most of a request and the same in every call. */
const schemaTexts = new WeakMap<object, string>();

/** The JSON of a request whose answer is not streamed. */
export function wholeRequestText({
  tools,
  stream_options: _options,
  ...rest
}: ChatCompletionCreateParamsStreaming): string {
  const text = JSON.stringify({ ...rest, stream: false });
  return tools ? `${text.slice(0, -1)},"tools":[${tools.map(toolText).join()}]}` : text;
}

function toolText(tool: ChatCompletionTool): string {
  if (tool.type !== 'function' || !tool.function.parameters) return JSON.stringify(tool);
  const { parameters, ...rest } = tool.function;
  const schema = schemaTexts.get(parameters) ?? JSON.stringify(parameters);
  schemaTexts.set(parameters, schema);
  return `{"type":"function","function":${JSON.stringify(rest).slice(0, -1)},"parameters":${schema}}}`;
}

/** Results are texts in chat completions, so the pictures of a round stand in a message of the user behind its results. */
function picturesBehindResults(
  messages: readonly ModelMessage[],
  { alternates = false }: OpenAiDialect,
): ModelMessage[] {
  let parts: ModelPicture[] = [];
  return messages.flatMap((message, at) => {
    if (message.role !== 'tool') return message;
    parts.push(...(message.pictures ?? []));
    if (parts.length === 0 || messages[at + 1]?.role === 'tool') return message;
    const shown: ModelMessage = { role: 'user', text: HEADING, parts };
    parts = [];
    const between: ModelMessage = { role: 'assistant', text: PICTURES_FOLLOW, toolCalls: [] };
    return alternates ? [message, between, shown] : [message, shown];
  });
}

function openaiMessage(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.parts ? contentOf(message.text, message.parts) : message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text || null,
        ...(message.toolCalls.length > 0 && {
          tool_calls: message.toolCalls.map((call) => ({
            id: call.id,
            type: 'function' as const,
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        }),
      };
  }
}

function contentOf(text: string, parts: MessagePart[]): ChatCompletionContentPart[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...parts.map((part): ChatCompletionContentPart =>
      part.type === 'text'
        ? { type: 'text', text: part.text }
        : { type: 'image_url', image_url: { url: part.dataUrl } },
    ),
  ];
}
