import type { ModelTool } from '#models';
import { readNumbers } from './fill/number-mentions.ts';
import { fitToSchema, type ParameterSchema } from './fill/schema.ts';
import type { ReadMessage } from './message.ts';

/** The whole message as the value, for parameters that take any text. */
export function wholeMessage(message: ReadMessage, tool: ModelTool, parameter: string): unknown {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, ParameterSchema>;
  const schema = properties[parameter];
  if (schema?.type === 'integer' || schema?.type === 'number') return onlyNumber(message, schema);
  if (schema?.type === 'array' && schema.items?.type === 'string' && !schema.items.enum)
    return fitToSchema(partsOf(message.text), schema);
  if (schema?.type !== 'string' || schema.enum || schema.format) return undefined;
  return fitToSchema(message.text.trim(), schema);
}

/** Several are told with marks between them: "wrong answers, slow replies". */
function partsOf(text: string): string[] {
  return text
    .split(/[,;،؛\n]/)
    .map((part) => part.replace(/[.!]+$/, '').trim())
    .filter(Boolean);
}

/** Words that may stand around the number that answers "how many?": "about five", "5 of us". */
const MAX_WORDS_AROUND_A_NUMBER = 4;

/** "5", "about five": a number that says no more than itself. */
function onlyNumber({ text, words }: ReadMessage, schema: ParameterSchema): unknown {
  const [only, ...others] = readNumbers(text).mentions;
  // "60 dollars" counts nothing.
  if (!only || only.currency || others.length > 0 || words.length > MAX_WORDS_AROUND_A_NUMBER + 1)
    return undefined;
  return fitToSchema(only.value, schema);
}
