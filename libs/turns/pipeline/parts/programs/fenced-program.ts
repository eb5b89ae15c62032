import type { GenerateResult, ModelMessage, ModelToolCall } from '#models';
import { RUN_PROGRAM } from '#tools';
import type { RoutedTurn } from '../../turn-context.ts';

const BLOCK = /^[ \t]*(`{3,}|~{3,})(tool_code|javascript|js)[ \t]*\r?\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
/** Of a model whose answer ended before the block did. */
const OPEN_BLOCK = /^[ \t]*(?:`{3,}|~{3,})tool_code[ \t]*\r?\n[\s\S]*$/m;

/** A call that the model wrote as a block of code in its text. */
export interface FencedCall extends ModelToolCall {
  fenced: true;
}

/** What the model wants to have run: its tool calls, or else the one program in its text. */
export function wantedCalls(
  turn: Pick<RoutedTurn, 'programs'>,
  result: GenerateResult,
  round: number,
): (ModelToolCall | FencedCall)[] {
  if (result.toolCalls.length > 0) return result.toolCalls;
  const callable = [...(turn.programs?.callable.keys() ?? [])];
  const code = fencedProgram(result.text, (text) =>
    callable.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(text)),
  );
  return code === undefined
    ? []
    : [{ id: `program_${round}`, name: RUN_PROGRAM, arguments: { code }, fenced: true }];
}

/**
 * The program of a text with exactly one block. `tool_code` is always one, so that an agent without programs is told to
 * call tools; a block of JavaScript is one when it calls a function of this turn's programs, and else a part of the reply.
 */
export function fencedProgram(text: string, callsTools: (code: string) => boolean): string | undefined {
  const [block, another] = [...text.matchAll(BLOCK)];
  if (!block || another) return undefined;
  const [, , language, code = ''] = block;
  return language === 'tool_code' || callsTools(code) ? code : undefined;
}

/** The text as a reply, where the model had no round left to have its program run. */
export function withoutProgram(text: string): string {
  const rest = text.replaceAll(BLOCK, (block: string, _fence: string, language: string) =>
    language === 'tool_code' ? '' : block,
  );
  return rest.replace(OPEN_BLOCK, '').trim();
}

/** A round as the model sees it afterwards. The result of a fenced program is no tool result: there was no tool call. */
export function roundMessages(
  result: GenerateResult,
  calls: readonly { callId: string; tool: string; modelText: string }[],
): ModelMessage[] {
  const { text, toolCalls } = result;
  const answers = calls.map(({ callId, tool, modelText }): ModelMessage =>
    toolCalls.length > 0
      ? { role: 'tool', toolCallId: callId, name: tool, text: modelText }
      : {
          role: 'user',
          text: `Result of your program, from the platform and not from the user:\n${modelText}`,
        },
  );
  return [{ role: 'assistant', text, toolCalls }, ...answers];
}
