import type { SummaryParts, SummarySpec } from '#pack-kit';
import { remembered } from '#text';
import { countWords, factsOf } from './statement-facts.ts';
import { shortened } from './keep-facts.ts';

/** Words to which a statement is cut around its facts, if the facts alone exceed the limit. */
const WORDS_OF_A_SHORT_STATEMENT = 8;

/** Statements whose words are counted once, although their sum is needed after each that is dropped. */
const MAX_COUNTED = 2_000;

interface Placed {
  part: string;
  statement: string;
  /** Statements with the lowest worth are dropped first. */
  worth: number;
}

export function renderSummary({ sections }: SummarySpec, parts: SummaryParts, language: string): string {
  return sections
    .filter(({ part }) => (parts[part] ?? []).length > 0)
    .map(({ part, heading }) => {
      const items = (parts[part] ?? []).map((statement) => `- ${statement.replaceAll(/\s+/g, ' ')}`);
      return `## ${language === 'ar' ? heading.ar : heading.en}\n${items.join('\n')}`;
    })
    .join('\n\n');
}

/**
 * Cuts a summary until it has fewer than `maxWords` words. Drops statements without facts first, those of `dropFirst`
 * before others and old ones before new; then statements of agents. Then cuts long statements to their facts, and drops
 * the oldest facts last.
 */
export function fitWords(
  spec: SummarySpec,
  parts: SummaryParts,
  maxWords: number,
  language: string,
): SummaryParts {
  let placed = place(spec, parts);
  const count = remembered(countWords, MAX_COUNTED);
  const wordsOf = (all: Placed[]) => {
    const headings = spec.sections.filter(({ part }) => all.some((one) => one.part === part));
    const lines = headings.map(({ heading }) => (language === 'ar' ? heading.ar : heading.en));
    for (const { statement } of all) lines.push(statement);
    return lines.reduce((sum, line) => sum + count(line), 0);
  };
  const shrink = (keeps: (one: Placed) => boolean) => {
    const going = placed.filter((one) => !keeps(one)).sort((a, b) => a.worth - b.worth);
    for (const one of going) {
      if (wordsOf(placed) < maxWords) return;
      placed = placed.filter((other) => other !== one);
    }
  };
  shrink(({ worth }) => worth >= WORTH.byAgent);
  if (wordsOf(placed) >= maxWords)
    placed = placed.map((one) => ({
      ...one,
      statement: shortened(one.statement, factsOf(one.statement).words, WORDS_OF_A_SHORT_STATEMENT),
    }));
  shrink(({ worth }) => worth >= WORTH.promise);
  shrink(() => false);
  return collect(spec, placed);
}

/** Levels of {@link worthOf}, with space between them for section and age. */
const WORTH = { droppedFirst: 0, plain: 100, byAgent: 200, promise: 300, fact: 400 };

function worthOf(spec: SummarySpec, part: string, statement: string): number {
  const { words, commitment } = factsOf(statement);
  if (words.length === 0 && commitment) return WORTH.promise;
  if (words.length === 0) return spec.dropFirst.includes(part) ? WORTH.droppedFirst : WORTH.plain;
  const byAgent = /^(?:Agent|الوكيل): /.test(statement) && !commitment && part !== spec.commitments;
  return byAgent ? WORTH.byAgent : WORTH.fact;
}

function place(spec: SummarySpec, parts: SummaryParts): Placed[] {
  return spec.sections.flatMap(({ part }, index) => {
    const statements = parts[part] ?? [];
    return statements.map((statement, age) => ({
      part,
      statement,
      // At the same level later parts are dropped first, and older statements within a part.
      worth:
        worthOf(spec, part, statement) +
        (spec.sections.length - index) +
        age / Math.max(1, statements.length),
    }));
  });
}

function collect({ sections }: SummarySpec, placed: readonly Placed[]): SummaryParts {
  return Object.fromEntries(
    sections.map(({ part }) => [
      part,
      placed.filter((one) => one.part === part).map(({ statement }) => statement),
    ]),
  );
}
