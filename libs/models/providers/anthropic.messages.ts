import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { toAnthropicTool, type AnthropicTool } from '#tools';
import type { GenerateRequest, MessagePart, ModelMessage, ModelPicture } from '../language-model.ts';

/** It wants a limit with every request. */
const MAX_OUTPUT_TOKENS = 8_192;

/** Our request in the words of Anthropic's Messages API. */
export function anthropicRequest(request: GenerateRequest): MessageCreateParamsStreaming {
  const { responseSchema } = request;
  const tools = request.tools.map((tool) => toAnthropicTool(tool));
  const called = tools.length > 0 || responseSchema ? [] : toolsOfCalls(request.messages);
  // Its own JSON mode takes only closed schemas without limits; a tool takes every schema. The models of 2026 refuse to be
  // forced to call it, so that they are told to.
  if (responseSchema)
    tools.push(
      toAnthropicTool({
        name: responseSchema.name,
        description: 'Takes the answer. Call it once, in place of an answer in text.',
        parameters: responseSchema.schema,
      }),
    );
  const told = responseSchema && `Give your answer by calling the tool ${responseSchema.name}.`;
  const system = [request.system, told].filter(Boolean).join('\n\n');
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
    ...(system && { system }),
    // A turn with tools asks again with the same beginning and more: what is written now is read a moment later.
    ...(request.tools.length > 0 && { cache_control: { type: 'ephemeral' as const } }),
    messages: anthropicMessages(request.messages),
    ...(tools.length > 0 && { tools }),
    ...(called.length > 0 && { tools: called, tool_choice: { type: 'none' as const } }),
    stream: true,
  };
}

/** It takes no conversation with calls of tools that are not there: they are, and may not be called. */
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

/** Results of calls that were made together go back together. */
function anthropicMessages(messages: ModelMessage[]): MessageParam[] {
  const made: MessageParam[] = [];
  for (const [place, message] of messages.entries()) {
    const content = contentOf(message);
    // It takes no message without content; an answer that was empty says nothing either.
    if (content.length === 0) continue;
    const last = made.at(-1);
    if (message.role === 'tool' && messages[place - 1]?.role === 'tool' && Array.isArray(last?.content))
      last.content = [...(last.content as ContentBlockParam[]), ...content];
    else made.push({ role: message.role === 'assistant' ? 'assistant' : 'user', content });
  }
  return made;
}

function contentOf(message: ModelMessage): ContentBlockParam[] {
  switch (message.role) {
    case 'user':
      return [...textBlock(message.text), ...(message.parts ?? []).flatMap(blockOf)];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.text }];
    case 'assistant':
      return [
        ...textBlock(message.text),
        ...message.toolCalls.map(({ id, name, arguments: input }) => ({
          type: 'tool_use' as const,
          id,
          name,
          input,
        })),
      ];
  }
}

/** It refuses blocks of nothing but white space. */
function textBlock(text: string): ContentBlockParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function blockOf(part: MessagePart): ContentBlockParam[] {
  if (part.type === 'text') return textBlock(part.text);
  return isTaken(part.mediaType)
    ? [
        {
          type: 'image',
          source: { type: 'base64', media_type: part.mediaType, data: part.base64 },
        },
      ]
    : textBlock(`[${(part as ModelPicture).name}]`);
}

type TakenMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

function isTaken(mediaType: string): mediaType is TakenMediaType {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mediaType);
}
