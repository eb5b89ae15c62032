import type { Content, GenerateContentParameters, Part } from '@google/genai';
import { isRecord } from '#pack-kit';
import { parsedJson } from '#text';
import { toGeminiFunction } from '#tools';
import {
  partsOf,
  type GenerateRequest,
  type MessagePart,
  type ModelMessage,
  type ModelToolCall,
} from '../language-model.ts';
import { sendableMessages } from './sendable-messages.ts';

/**
 * Stands for the signature of a call that another model made. Gemini 3 and later refuse a step whose first call has no
 * signature; this value skips the check (https://ai.google.dev/gemini-api/docs/thought-signatures#faqs).
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Converts a request to Gemini's `generateContent`. */
export function googleRequest(request: GenerateRequest, signal: AbortSignal): GenerateContentParameters {
  const { system, tools, maxOutputTokens, responseSchema } = request;
  return {
    model: request.model,
    contents: googleContents(request),
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
function googleContents({ messages, model }: GenerateRequest): Content[] {
  const contents: Content[] = [];
  for (const message of sendableMessages(messages)) {
    const { role, parts } = googleMessage(message, model);
    const last = contents.at(-1);
    if (last?.role === role) last.parts = [...(last.parts ?? []), ...parts];
    else contents.push({ role, parts });
  }
  return contents;
}

function googleMessage(message: ModelMessage, model: string): { role: 'user' | 'model'; parts: Part[] } {
  const parts = partsOf(message).map(partOf);
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: [...textPart(message.text), ...parts] };
    case 'tool': {
      const { toolCallId: id, name, text } = message;
      return {
        role: 'user',
        parts: [{ functionResponse: { id, name, response: resultOf(text) } }, ...parts],
      };
    }
    case 'assistant':
      return {
        role: 'model',
        parts: [
          ...textPart(message.text),
          ...message.toolCalls.map((call, place) => callPart(call, place, model)),
        ],
      };
  }
}

function textPart(text: string): Part[] {
  return text === '' ? [] : [{ text }];
}

/** Only the model that wrote a signature accepts it. Of parallel calls, only the first needs one. */
function callPart({ id, name, arguments: args, ...call }: ModelToolCall, place: number, model: string): Part {
  const own = call.signedBy === model ? call.signature : undefined;
  const signature = own ?? (place === 0 && checksSignatures(model) ? NO_SIGNATURE : undefined);
  return {
    functionCall: { id, name, args },
    ...(signature !== undefined && { thoughtSignature: signature }),
  };
}

function checksSignatures(model: string): boolean {
  return /^gemini-(?![12]\b)/.test(model);
}

function partOf(part: MessagePart): Part {
  return part.type === 'text'
    ? { text: part.text }
    : { inlineData: { mimeType: part.mediaType, data: part.base64 } };
}

/** Converts a result to an object, which Gemini requires; other text becomes its `output`. */
function resultOf(text: string): Record<string, unknown> {
  const result = parsedJson(text);
  return isRecord(result) ? result : { output: text };
}
