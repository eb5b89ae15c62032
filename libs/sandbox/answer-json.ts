import { cutText } from '#contracts';
import { isNestedOver } from './json-depth.ts';
import { ANSWER_LIMIT_BYTES, NESTING_LIMIT } from './limits.ts';
import type { ToolAnswer } from './program.ts';

const MAX_MESSAGE_CHARACTERS = 2_000;

/** Serializes a tool answer for a program: its value, or an error that the program can catch. A value that is too large or nested too deep becomes such an error. */
export function answerJson(tool: string, answer: ToolAnswer): { ok: boolean; json: string } {
  if (!answer.ok) return failure(answer.errorClass, answer.message);
  const json = jsonOf(answer.value);
  if (json === undefined || isNestedOver(json, NESTING_LIMIT))
    return failure(
      'LIMIT_EXCEEDED',
      `The value of ${tool} is nested more than ${NESTING_LIMIT} deep, which no program can take.`,
    );
  const bytes = Buffer.byteLength(json);
  if (bytes > ANSWER_LIMIT_BYTES)
    return failure(
      'LIMIT_EXCEEDED',
      `The value of ${tool} has ${bytes} bytes; a program can take ${ANSWER_LIMIT_BYTES}. Ask for less.`,
    );
  return { ok: true, json };
}

/** Returns undefined if the value is nested too deep for the stack. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function failure(errorClass: string, message: string): { ok: false; json: string } {
  const cut = cutText(message, MAX_MESSAGE_CHARACTERS, '');
  return { ok: false, json: JSON.stringify({ errorClass, message: cut }) };
}
