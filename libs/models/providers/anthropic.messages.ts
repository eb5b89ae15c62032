import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { toAnthropicTool, type AnthropicTool } from '#tools';
import {
  partsOf,
  type GenerateRequest,
  type MessagePart,
  type ModelMessage,
  type ModelPicture,
} from '../language-model.ts';
import { sendableMessages } from './sendable-messages.ts';

/** Default limit: Anthropic requires one in every request. */
const MAX_OUTPUT_TOKENS = 8_192;

export function anthropicRequest(request: GenerateRequest): MessageCreateParamsStreaming {
  const { responseSchema } = request;
  const messages = sendableMessages(request.messages);
  const tools = request.tools.map((tool) => toAnthropicTool(tool));
  const called = tools.length > 0 || responseSchema ? [] : toolsOfCalls(messages);
  // Anthropic's JSON mode accepts only closed schemas without limits; a tool accepts every schema. The models of 2026
  // do not allow forced tool use, so the prompt asks for the call.
  if (responseSchema)
    tools.push(
      toAnthropicTool({
        name: responseSchema.name,
        description: 'Takes the answer. Call it once, in place of an answer in text.',
        parameters: responseSchema.schema,
      }),
    );
  const instruction = responseSchema && `Give your answer by calling the tool ${responseSchema.name}.`;
  const system = [request.system, instruction].filter(Boolean).join('\n\n');
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
    ...(system && { system }),
    // The next round of a turn with tools begins with the same prompt and reads the cache written here.
    ...(request.tools.length > 0 && { cache_control: { type: 'ephemeral' as const } }),
    messages: anthropicMessages(messages),
    ...(tools.length > 0 && { tools }),
    ...(called.length > 0 && { tools: called, tool_choice: { type: 'none' as const } }),
    stream: true,
  };
}

/**
 * Anthropic rejects conversations that contain calls of missing tools. Declares these tools, with a tool choice that
 * forbids calls.
 */
function toolsOfCalls(messages: ModelMessage[]): AnthropicTool[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ name }) => name) : [],
  );
  return [...new Set(names)].map((name) => ({
    name,
    description: 'Not to be called now.',
    input_schema: { type: 'object' },
  }));
}

/** Puts the results of parallel calls into one message. */
function anthropicMessages(messages: ModelMessage[]): MessageParam[] {
  const made: MessageParam[] = [];
  const pictures = messages.flatMap(partsOf).filter(({ type }) => type === 'picture');
  const seen = new Set(pictures.slice(-MAX_PICTURES));
  for (const message of messages) {
    const content = contentOf(message, (part) => blockOf(part, seen));
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = made.at(-1);
    if (last?.role === role) last.content = [...(last.content as ContentBlockParam[]), ...content];
    else made.push({ role, content });
  }
  return made;
}

function contentOf(message: ModelMessage, blocksOf: (part: MessagePart) => Block[]): ContentBlockParam[] {
  const content = [...textBlock(message.text), ...partsOf(message).flatMap(blocksOf)];
  switch (message.role) {
    case 'user':
      return content;
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.toolCallId, content }];
    case 'assistant':
      return [
        ...content,
        ...message.toolCalls.map(({ id, name, arguments: input }) => ({
          type: 'tool_use' as const,
          id,
          name,
          input,
        })),
      ];
  }
}

function textBlock(text: string): TextBlockParam[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

type Block = TextBlockParam | ImageBlockParam;

/** The API refuses larger pictures ("Vision", "FAQ": 5 MB for each, of the encoded text); the name stands for them. */
const MAX_BASE64_CHARACTERS = 5 * 1024 * 1024;
/** With more pictures in a request, the API refuses those above 2,000 pixels ("Vision", "General limits"). */
const MAX_PICTURES = 20;

/** @param seen the newest pictures of the request */
function blockOf(part: MessagePart, seen: ReadonlySet<MessagePart>): Block[] {
  if (part.type === 'text') return textBlock(part.text);
  return seen.has(part) && isTaken(part.mediaType) && part.base64.length <= MAX_BASE64_CHARACTERS
    ? [{ type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.base64 } }]
    : textBlock(`[${(part as ModelPicture).name}]`);
}

type TakenMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

function isTaken(mediaType: string): mediaType is TakenMediaType {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mediaType);
}
