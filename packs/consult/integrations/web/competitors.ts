import { z } from 'zod';
import { cutText } from '#pack-kit';
import { anySpelling } from '#text';
import { hostOf } from './search-provider.ts';
import type { SearchAnswer } from './search.ts';

export type SignalType = 'job_posting' | 'press_release' | 'product_launch';

export const competitor = z.object({
  name: z.string(),
  signals: z.array(
    z.object({
      type: z.enum(['job_posting', 'press_release', 'product_launch']),
      text: z.string(),
      url: z.string(),
    }),
  ),
  stage: z.number().describe('0 none, 1 exploration, 2 pilot, 3 production, 4 scaled'),
});
export type Competitor = z.infer<typeof competitor>;

/** "Releases" alone is no launch: a company may release a report. */
const SIGNALS: [SignalType, RegExp][] = [
  [
    'product_launch',
    anySpelling(
      /\b(?:launch\w*|rolls? out|rolled out|unveil\w*|introduc\w+|goes live|now available)\b|أطلقت|تطلق|إطلاق/iu,
    ),
  ],
  [
    'job_posting',
    anySpelling(/\b(?:hiring|job|jobs|career\w*|vacanc\w+|is looking for|recruit\w*)\b|وظيفة|توظيف|وظائف/iu),
  ],
  [
    'press_release',
    anySpelling(
      /\b(?:announc\w+|press release|partnership|partners with|invests? in|pilot\w*)\b|أعلنت|بيان صحفي|شراكة/iu,
    ),
  ],
];
/** The company is named before the activity. */
const NAME =
  /^((?:\p{Lu}[\p{L}\p{N}&.'’-]*)(?:\s+(?:\p{Lu}[\p{L}\p{N}&.'’-]*|of|and|&|de)){0,3}?)\s+(?:\p{Ll}|is\b|[-–|:])/u;
const MOST_COMPETITORS = 5;
const MAX_TEXT_CHARACTERS = 300;

/** Companies of an industry with their activities, the most advanced first. */
export function competitorsIn(answers: readonly SearchAnswer[]): Competitor[] {
  const byName = new Map<string, Competitor>();
  const seen = new Set<string>();
  for (const { title, snippet, url } of answers.flatMap(({ results }) => results)) {
    const text = `${title}. ${snippet}`;
    const [type] = SIGNALS.find(([, pattern]) => pattern.test(text)) ?? [];
    if (!type || seen.has(url)) continue;
    seen.add(url);
    const name = NAME.exec(title)?.[1]?.trim() ?? hostOf(url);
    const competitor = byName.get(name) ?? { name, signals: [], stage: 0 };
    competitor.signals.push({ type, text: cutText(text, MAX_TEXT_CHARACTERS, ''), url });
    byName.set(name, competitor);
  }
  return [...byName.values()]
    .map((competitor) => ({ ...competitor, stage: stageOf(competitor.signals) }))
    .sort((a, b) => b.stage - a.stage || b.signals.length - a.signals.length || a.name.localeCompare(b.name))
    .slice(0, MOST_COMPETITORS);
}

function stageOf(signals: Competitor['signals']): number {
  const launches = signals.filter(({ type }) => type === 'product_launch').length;
  if (launches > 1) return 4;
  if (launches === 1) return 3;
  return signals.length > 0 ? 2 : 0;
}

/** The most advanced first. */
const STAGES: [number, RegExp][] = [
  [4, anySpelling(/company[- ]?wide|everywhere|scaled|across the company|على مستوى الشركة/iu)],
  [3, anySpelling(/\blive\b|in production|\bproductive\b|في الإنتاج|مطبق/iu)],
  [2, anySpelling(/\bpilot\w*|proof of concept|\bpoc\b|تجريبي|تجربة أولية/iu)],
  [1, anySpelling(/\bexplor\w+|looking into|testing ideas|نستكشف/iu)],
];
const NONE = anySpelling(
  /\bnothing\b|(?:\bnot|n['’]t)(?: yet)? started|\bno ai\b|لا شيء|ليس لدينا شيء|لم نبدأ/iu,
);
const CLAUSE_END = /[,.;:!?،؛]|\b(?:but|because|so)\b|(?<!\p{L})(?:لكن|بل)(?!\p{L})/iu;
const DENIAL = anySpelling(
  /\b(?:no|not|none|nothing|never|nowhere|cannot)\b|n['’]t\b|(?<!\p{L})(?:غير|ليس|ليست|لسنا|لم|لا)(?!\p{L})/iu,
);

/**
 * A visitor's maturity according to their own words; exploration if they say nothing about it. A clause with a denial
 * counts as none.
 */
export function clientStageOf(text: string): number {
  const affirmed = text.split(CLAUSE_END).filter((clause) => !DENIAL.test(clause));
  const [stage] = STAGES.find(([, pattern]) => affirmed.some((clause) => pattern.test(clause))) ?? [];
  return stage ?? (NONE.test(text) ? 0 : 1);
}

/** The median of the three most advanced companies; the upper one of two. */
export function leaderStageOf(competitors: readonly Competitor[]): number {
  const top = competitors
    .map(({ stage }) => stage)
    .sort((a, b) => b - a)
    .slice(0, 3);
  return top[Math.floor((top.length - 1) / 2)] ?? 0;
}
