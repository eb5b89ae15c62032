import { ANSWER_LIMIT_BYTES } from './limits.ts';
import type { ToolAnswer } from './program.ts';

const MAX_MESSAGE_CHARACTERS = 2_000;

/** An answer as a program is told it: the value as JSON, or an error that it can catch, which a value becomes that is too large. */
export function answerJson(tool: string, answer: ToolAnswer): { ok: boolean; json: string } {
  if (!answer.ok) return failure(answer.errorClass, answer.message);
  const json = JSON.stringify(answer.value) ?? 'null';
  const bytes = Buffer.byteLength(json);
  if (bytes > ANSWER_LIMIT_BYTES)
    return failure(
      'LIMIT_EXCEEDED',
      `The value of ${tool} has ${bytes} bytes; a program can take ${ANSWER_LIMIT_BYTES}. Ask for less.`,
    );
  return { ok: true, json };
}

function failure(errorClass: string, message: string): { ok: false; json: string } {
  return {
    ok: false,
    json: JSON.stringify({ errorClass, message: message.slice(0, MAX_MESSAGE_CHARACTERS) }),
  };
}
