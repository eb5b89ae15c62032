import type { ToolRank } from './broker-request.ts';
import { besideEnforce } from './reasons.ts';

/** In decisions of before: stood between why a tool was offered in shadow and what the broker would have done. */
const THE_BROKER = '; the broker: ';
const NEW_TOOL = 'a new tool’s place';

/**
 * The ranks of a decision that was kept before they were fields of it, out of its reasons: their words were fixed then, and
 * such decisions go with `BROKER_DECISIONS_KEPT_DAYS`. What is decided now is never read like this.
 */
export function ranksInText(reasons: Readonly<Record<string, string>>): Record<string, ToolRank> {
  return Object.fromEntries(Object.entries(reasons).map(([tool, reason]) => [tool, rankInText(reason)]));
}

/** The reasons of such a decision as they are worded now: in shadow, what happened and what would have with enforce. */
export function rewordedReasons(reasons: Readonly<Record<string, string>>): Record<string, string> {
  const sides = Object.entries(reasons).map(([tool, reason]) => [tool, ...reason.split(THE_BROKER)] as const);
  return besideEnforce(
    'shadow',
    Object.fromEntries(sides.map(([tool, full]) => [tool, full ?? ''])),
    Object.fromEntries(sides.flatMap(([tool, , own]) => (own === undefined ? [] : [[tool, own]]))),
  );
}

function rankInText(reason: string): ToolRank {
  const own = reason.split(THE_BROKER).at(-1) ?? '';
  const [rank, score] = [/\brank (\d+)/.exec(own)?.[1], /\bscore (\d+\.\d+)/.exec(own)?.[1]];
  return {
    rank: rank === undefined ? null : Number(rank),
    score: score === undefined ? null : Number(score),
    newTool: own.includes(NEW_TOOL),
  };
}
