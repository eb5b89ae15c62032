import type { Content, GenerateContentParameters, Part } from '@google/genai';
import { toGeminiFunction } from '#tools';
import type { GenerateRequest, MessagePart, ModelMessage } from '../language-model.ts';

/** Converts a request to Gemini's `generateContent`. */
export function googleRequest(request: GenerateRequest, signal: AbortSignal): GenerateContentParameters {
  const { system, tools, maxOutputTokens, responseSchema } = request;
  return {
    model: request.model,
    contents: googleContents(request.messages),
    config: {
      abortSignal: signal,
      ...(system && { systemInstruction: system }),
      ...(tools.length > 0 && {
        tools: [{ functionDeclarations: tools.map(toGeminiFunction) }],
      }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(responseSchema && {
        responseMimeType: 'application/json',
        responseJsonSchema: toGeminiFunction({
          name: responseSchema.name,
          description: '',
          parameters: responseSchema.schema,
        }).parametersJsonSchema,
      }),
    },
  };
}

/** Puts the results of parallel calls into one message. */
function googleContents(messages: ModelMessage[]): Content[] {
  const contents: Content[] = [];
  for (const [place, message] of messages.entries()) {
    const { role, parts } = googleMessage(message);
    const last = contents.at(-1);
    if (message.role === 'tool' && messages[place - 1]?.role === 'tool' && last)
      last.parts = [...(last.parts ?? []), ...parts];
    else contents.push({ role, parts });
  }
  return contents;
}

function googleMessage(message: ModelMessage): { role: 'user' | 'model'; parts: Part[] } {
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: [{ text: message.text }, ...(message.parts ?? []).map(partOf)] };
    case 'tool':
      return {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: message.toolCallId,
              name: message.name,
              response: resultOf(message.text),
            },
          },
        ],
      };
    case 'assistant':
      return {
        role: 'model',
        parts: [
          // Gemini rejects messages without parts.
          ...(message.text || message.toolCalls.length === 0 ? [{ text: message.text }] : []),
          ...message.toolCalls.map(({ id, name, arguments: args, signature }) => ({
            functionCall: { id, name, args },
            ...(signature !== undefined && { thoughtSignature: signature }),
          })),
        ],
      };
  }
}

function partOf(part: MessagePart): Part {
  return part.type === 'text'
    ? { text: part.text }
    : { inlineData: { mimeType: part.mediaType, data: part.base64 } };
}

/** Converts a result to an object, which Gemini requires; other text becomes its `output`. */
function resultOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Plain text: handled below.
  }
  return { output: text };
}
