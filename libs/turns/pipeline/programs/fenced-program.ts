import {
  callIdOf,
  type GenerateResult,
  type ModelMessage,
  type ModelPicture,
  type ModelToolCall,
} from '#models';
import { RUN_PROGRAM } from '#tools';
import type { RoutedTurn } from '../turn-context.ts';

/** A line that opens a block of code, or closes it if it names no language. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(tool_code|javascript|js)?[ \t]*\r?$/;

/** A block of code in a text, by line numbers. */
interface CodeBlock {
  language: string;
  /** The line that opens it. */
  start: number;
  /** The line that closes it; undefined if the answer ends first. */
  end: number | undefined;
}

/** A call that the model wrote as a block of code in its text. */
export interface FencedCall extends ModelToolCall {
  fenced: true;
}

/** The calls in an answer of the model: its tool calls, or else the single program in its text. */
export function callsIn(
  turn: Pick<RoutedTurn, 'programs' | 'row'>,
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
    : [{ id: callIdOf(turn.row.seq, round, 0), name: RUN_PROGRAM, arguments: { code }, fenced: true }];
}

/**
 * The program in a text with exactly one block. `tool_code` is always a program; an agent without programs then gets an
 * error that says to call tools. A block of JavaScript is a program if it calls a function of this turn's programs,
 * otherwise part of the reply.
 */
export function fencedProgram(text: string, callsTools: (code: string) => boolean): string | undefined {
  const lines = text.split('\n');
  const [block, another] = codeBlocks(lines).filter(({ end }) => end !== undefined);
  if (!block || another) return undefined;
  const code = lines
    .slice(block.start + 1, block.end)
    .map((line) => `${line}\n`)
    .join('');
  return block.language === 'tool_code' || callsTools(code) ? code : undefined;
}

/** The text as a reply, if no round remains for running its program. */
export function withoutProgram(text: string): string {
  const lines = text.split('\n');
  const rest: string[] = [];
  let next = 0;
  for (const { language, start, end = lines.length - 1 } of codeBlocks(lines)) {
    if (language !== 'tool_code' || start < next) continue;
    if (start > next) rest.push(lines.slice(next, start).join('\n'));
    rest.push('');
    next = end + 1;
  }
  return [...rest, lines.slice(next).join('\n')].join('\n').trim();
}

/**
 * The blocks of a text in order. A block ends at the next line that contains only its fence; only a program may remain open
 * until the end of the text. Each line is read once, because a model may write a hundred thousand lines that open a block
 * and none that closes it.
 */
function codeBlocks(lines: readonly string[]): CodeBlock[] {
  const fences = lines.map((line) => FENCE.exec(line));
  const closing = new Map<string, number>();
  const ends = fences.map(() => -1);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const [, fence = '', language] = fences[at] ?? [];
    if (language !== undefined) ends[at] = closing.get(fence) ?? -1;
    else if (fence !== '') closing.set(fence, at);
  }
  const blocks: CodeBlock[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const language = fences[start]?.[2];
    if (language === undefined) continue;
    const end = ends[start] ?? -1;
    if (end >= 0) {
      blocks.push({ language, start, end });
      start = end;
    } else if (language === 'tool_code') blocks.push({ language, start, end: undefined });
  }
  return blocks;
}

/**
 * A round as messages for the next round. The result of a fenced program is not a tool result, because there was no tool
 * call.
 */
export function roundMessages(
  result: GenerateResult,
  calls: readonly { callId: string; tool: string; modelText: string }[],
  picturesOf: ReadonlyMap<string, ModelPicture[]>,
): ModelMessage[] {
  const { text, toolCalls } = result;
  const answers = calls.map(({ callId, tool, modelText }): ModelMessage => {
    const pictures = picturesOf.get(callId);
    return toolCalls.length > 0
      ? { role: 'tool', toolCallId: callId, name: tool, text: modelText, ...(pictures && { pictures }) }
      : {
          role: 'user',
          text: `Result of your program, from the platform and not from the user:\n${modelText}`,
          ...(pictures && { parts: pictures }),
        };
  });
  return [{ role: 'assistant', text, toolCalls }, ...answers];
}
