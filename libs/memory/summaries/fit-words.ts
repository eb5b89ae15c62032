import type { SummaryParts, SummarySpec } from '#pack-kit';
import { countWords, factsOf } from './statement-facts.ts';
import { shortened } from './keep-facts.ts';

/** Where even what must not be lost is too much, each statement is cut to these many words around it. */
const WORDS_OF_A_SHORT_STATEMENT = 8;

interface Placed {
  part: string;
  statement: string;
  /** Lowest goes first. */
  worth: number;
}

/** The summary as people and models read it. */
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
 * Cuts a summary until it has fewer than `maxWords` words: first statements that hold nothing that must not be lost,
 * those of `dropFirst` before others and old ones before new; then what agents said; then long statements are cut to
 * their facts; and only then the oldest facts go.
 */
export function fitWords(
  spec: SummarySpec,
  parts: SummaryParts,
  maxWords: number,
  language: string,
): SummaryParts {
  let placed = place(spec, parts);
  const wordsOf = (all: Placed[]) => countWords(renderSummary(spec, collect(spec, all), language));
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

/** Steps of {@link worthOf}, with room between them for the age. */
const WORTH = { droppedFirst: 0, plain: 100, byAgent: 200, promise: 300, fact: 400 };

/** How much is lost with a statement. */
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
      // Of the same worth the later parts go first, and in each the older statements.
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
