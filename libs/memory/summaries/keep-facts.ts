import type { SummaryInput, SummaryParts, SummarySpec } from '#pack-kit';
import { contradicts } from '../contradiction.ts';
import { factsOf, isListed, isQuestion, statementsOf, wordsHeld } from './statement-facts.ts';

/** A reply may hold a hundred prices; of each these many sentences are looked after. */
const MAX_STATEMENTS_OF_REPLY = 3;
/** What is put back is cut to these many words around what must not be lost. */
const MAX_WORDS_PUT_BACK = 24;
/** Set before what an agent, not the person, has said. */
const BY_AGENT = { en: 'Agent: ', ar: 'الوكيل: ' };

export interface KeptSummary {
  parts: SummaryParts;
  /** Statements that the model had dropped. */
  putBack: number;
}

/**
 * Sees to it that names, numbers, dates and open promises survive: those of the summary before, and those of the new
 * messages. What is missing is put back in the words in which it was said, unless something said later contradicts it.
 */
export function keepFacts(
  spec: SummarySpec,
  input: Pick<SummaryInput, 'previous' | 'messages' | 'language'>,
  made: SummaryParts,
): KeptSummary {
  const parts = Object.fromEntries(spec.sections.map(({ part }) => [part, [...(made[part] ?? [])]]));
  const said = input.messages.flatMap(({ text }) => statementsOf(text));
  let putBack = 0;
  for (const { part, statement, later } of statementsToKeep(spec, input, said)) {
    const { words, commitment } = factsOf(statement);
    const place = part ?? (commitment ? spec.commitments : spec.facts);
    const all = Object.values(parts).flat();
    if (hasAll(all.join('\n'), words) && (!commitment || words.length > 0 || all.includes(statement)))
      continue;
    if ([...later, ...all].some((other) => contradicts(statement, other))) continue;
    parts[place]?.push(shortened(statement, words));
    putBack += 1;
  }
  return { parts, putBack };
}

interface Statement {
  /** Where it stood; undefined for what was said since. */
  part?: string;
  statement: string;
  /** What was said after it. */
  later: string[];
}

function statementsToKeep(
  spec: SummarySpec,
  { previous, messages, language }: Pick<SummaryInput, 'previous' | 'messages' | 'language'>,
  said: string[],
): Statement[] {
  const { fromArtifacts } = spec;
  const kept = spec.sections.filter(({ part }) => !fromArtifacts?.includes(part));
  const before = kept.flatMap(({ part }) =>
    (previous?.[part] ?? []).map((statement) => ({ part, statement, later: said })),
  );
  const since: Statement[] = [];
  for (const [index, { author, text }] of messages.entries()) {
    if (fromArtifacts && author === 'agent') continue;
    const later = messages.slice(index + 1).flatMap((message) => statementsOf(message.text));
    const own = author === 'agent' ? ofReply(text, language) : statementsOf(text);
    since.push(...own.map((statement) => ({ statement, later })));
  }
  return [...before, ...since].filter(({ statement }) => {
    const { words, commitment } = factsOf(statement);
    return (words.length > 0 || commitment) && !isQuestion(statement);
  });
}

function ofReply(text: string, language: string): string[] {
  const prose = text.split('\n').filter((line) => !isListed(line));
  return statementsOf(prose.join('\n'))
    .filter((statement) => !isQuestion(statement))
    .slice(0, MAX_STATEMENTS_OF_REPLY)
    .map((statement) => `${language === 'ar' ? BY_AGENT.ar : BY_AGENT.en}${statement}`);
}

/** True when every word that must not be lost stands in the text. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const held = wordsHeld(text);
  return words.every((word) => held.has(word));
}

/** The statement, or of a long one the stretch that holds the most of what must not be lost. */
export function shortened(statement: string, facts: readonly string[], most = MAX_WORDS_PUT_BACK): string {
  const words = statement.split(/\s+/);
  if (words.length <= most) return statement;
  const holds = words.map((word) => [...wordsHeld(word)].filter((one) => facts.includes(one)).length);
  let [best, start] = [-1, 0];
  for (let from = 0; from + most <= words.length; from += 1) {
    const held = holds.slice(from, from + most).reduce((sum, count) => sum + count, 0);
    if (held > best) [best, start] = [held, from];
  }
  const cut = words.slice(start, start + most).join(' ');
  const lost = facts.filter((fact) => !hasAll(cut, [fact]));
  const front = start > 0 ? '… ' : '';
  const end = start + most < words.length ? ' …' : '';
  // Far apart in one sentence: the facts alone are kept of what the stretch does not reach.
  return `${front}${cut}${end}${lost.length > 0 ? ` (${lost.join(', ')})` : ''}`;
}
