import { brokerWords } from '../text/broker-words.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import { wordFeatures } from '../text/word-features.ts';
import type { BrokerRequest, ToolRank } from './broker-request.ts';
import type { Choice, ChoiceCause } from './choose-tools.ts';
import { toThousandths } from './explained-tools.ts';
import { NOTHING_NARROWED } from './full-set.ts';

const MAX_WORDS = 5;
const NEW_TOOL = 'place reserved for a new tool';
/** Maximum number of tools in scope with stored reasons for all; beyond, only chosen and best ranked tools have one. */
export const MAX_KEPT_REASONS = 200;

/** Reason for an offered tool, beside its rank. */
const causes: Record<ChoiceCause, string> = {
  ranked: '',
  steady: 'the previous turn’s set, which contains everything this message needs',
  low_confidence: 'failed open, the scores are close together',
  nothing_fits: 'failed open, nothing fits the message',
  too_few: 'failed open, too few tools were left',
};

/** Reasons per tool in scope; with many tools, for the chosen and best ranked ones, or for `names`. */
export function reasonsOf(
  request: BrokerRequest,
  index: CatalogueIndex,
  choice: Choice,
  names: readonly string[] = keptNames(request, choice),
): Record<string, string> {
  const words = brokerWords(request.message);
  return Object.fromEntries(
    names.map((name) => {
      const at = index.placeOf(name)!;
      return [name, reasonOf(name, choice, words, index.documents[at]!, at)];
    }),
  );
}

function keptNames({ usable }: BrokerRequest, { tools, ranked }: Choice): string[] {
  if (usable.length <= MAX_KEPT_REASONS) return usable.map(({ registered }) => registered.tool.name);
  return [...new Set([...tools, ...ranked])];
}

/** Reason why one tool was or was not chosen, with its score of the ranking. */
function reasonOf(
  name: string,
  { tools, demanded, ranked, ranking, cause, limit }: Choice,
  words: readonly string[],
  document: ToolDocument,
  at: number,
): string {
  const offered = tools.has(name) ? 'offered' : 'not offered';
  const demand = demanded.get(name);
  if (demand !== undefined) return `${offered}: ${demand}`;
  const rank = ranked.indexOf(name);
  const parts = [
    tools.has(name) ? causes[cause] : limit,
    rank < 0 ? 'not among the best ranked' : `rank ${rank + 1}`,
    `score ${(ranking.scores[at] ?? 0).toFixed(2)}`,
    ranking.lane.has(rank) ? NEW_TOOL : '',
    ranking.examples.has(at) ? 'the message is one of its examples' : '',
    matched(words, document),
    learnedPart(ranking.scores[at] ?? 0, ranking.text[at] ?? 0, ranking.strength.learned),
  ];
  return `${offered}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** Ranks of the tools that {@link reasonsOf} returns. */
export function ranksOf(
  request: BrokerRequest,
  index: CatalogueIndex,
  choice: Choice,
  names: readonly string[] = keptNames(request, choice),
): Record<string, ToolRank> {
  const { demanded, ranked, ranking } = choice;
  const ranks = new Map(ranked.map((name, at) => [name, at]));
  return Object.fromEntries(
    names.map((name): [string, ToolRank] => {
      if (demanded.has(name)) return [name, { rank: null, score: null, newTool: false }];
      const at = ranks.get(name);
      return [
        name,
        {
          rank: at === undefined ? null : at + 1,
          score: toThousandths(ranking.scores[index.placeOf(name)!] ?? 0),
          newTool: at !== undefined && ranking.lane.has(at),
        },
      ];
    }),
  );
}

/** Reasons in `off` and `shadow`: the actual result per tool, and the result with enforce. */
export function comparedWithEnforce(
  mode: 'off' | 'shadow',
  full: Readonly<Record<string, string>>,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(full).map(([name, reason]) => {
      const own = chosen[name];
      return [name, own === undefined ? reason : compared(mode, reason, own)];
    }),
  );
}

function compared(mode: 'off' | 'shadow', full: string, own: string): string {
  if (full === own) return `${full}, with enforce too`;
  const open = mode === 'off' ? 'the broker is off' : 'in shadow nothing is left out';
  const was = full === `offered: ${NOTHING_NARROWED}` ? `offered: ${open}` : full;
  const offered = full.startsWith('offered: ');
  const [would, why] = own.startsWith('offered: ')
    ? [offered ? 'be offered too' : 'be offered', own.slice('offered: '.length)]
    : [offered ? 'not be offered' : 'not be offered either', own.slice('not offered: '.length)];
  return `${was}; with enforce it would ${would}: ${why}`;
}

function matched(words: readonly string[], { meanings }: ToolDocument): string {
  const own = [...new Set(words)].filter((word) => {
    const { stop, stem, concepts } = wordFeatures(word);
    return !stop && (meanings.has(stem) || concepts.some(({ feature }) => meanings.has(feature)));
  });
  return own.length === 0 ? '' : `words: ${own.slice(0, MAX_WORDS).join(' ')}`;
}

function learnedPart(score: number, text: number, likeliest: number): string {
  return likeliest > 0 && score > text ? 'learned from past messages' : '';
}
