import type { SummaryInput, SummaryParts, SummarySpec } from '#pack-kit';
import { attributesOf, type Attribute } from '../attributes.ts';
import { haveContradiction } from '../contradiction.ts';
import { factsOf, isListed, isQuestion, statementsOf, wordsHeld } from './statement-facts.ts';

/** Statements checked per reply, which may contain a hundred prices. */
const MAX_STATEMENTS_OF_REPLY = 3;
/** The sentences of a long message. */
const MAX_STATEMENTS_OF_MESSAGE = 60;
/** Statements of messages that are checked, the latest; a summary has room for fewer. Each is compared with all later ones. */
const MAX_STATEMENTS = 300;
/** Words to which a restored statement is cut around its facts. */
const MAX_WORDS_PUT_BACK = 24;
/** Prefix of statements by an agent. */
const BY_AGENT = { en: 'Agent: ', ar: 'الوكيل: ' };

export interface KeptSummary {
  parts: SummaryParts;
  putBack: number;
}

/**
 * Keeps names, numbers, dates and open promises of the previous summary and of the new messages. A missing fact is
 * restored with its original statement, unless a later statement contradicts it.
 */
export function keepFacts(
  spec: SummarySpec,
  input: Pick<SummaryInput, 'previous' | 'messages' | 'language'>,
  made: SummaryParts,
): KeptSummary {
  const parts = Object.fromEntries(spec.sections.map(({ part }) => [part, [...(made[part] ?? [])]]));
  const known = new Map<string, Attribute[]>();
  const attributes = (text: string) => {
    const found = known.get(text) ?? attributesOf(text);
    known.set(text, found);
    return found;
  };
  const all = Object.values(parts).flat();
  const held = wordsHeld(all.join('\n'));
  let putBack = 0;
  for (const { part, statement, later, words, commitment } of statementsToKeep(spec, input)) {
    const place = part ?? (commitment ? spec.commitments : spec.facts);
    const isKept = words.length > 0 || !commitment || all.includes(statement);
    if (isKept && words.every((word) => held.has(word))) continue;
    const own = attributes(statement);
    if (own.length > 0 && [...later, ...all].some((other) => haveContradiction(own, attributes(other))))
      continue;
    const restored = shortened(statement, words);
    if (parts[place]?.push(restored)) {
      all.push(restored);
      for (const word of wordsHeld(restored)) held.add(word);
    }
    putBack += 1;
  }
  return { parts, putBack };
}

interface Statement {
  /** Its part in the previous summary; undefined for new messages. */
  part?: string;
  statement: string;
  /** Statements after it. */
  later: string[];
}

function statementsToKeep(
  spec: SummarySpec,
  { previous, messages, language }: Pick<SummaryInput, 'previous' | 'messages' | 'language'>,
) {
  const { fromArtifacts } = spec;
  const kept = spec.sections.filter(({ part }) => !fromArtifacts?.includes(part));
  const stated = messages.map(({ text }) => statementsOf(text).slice(0, MAX_STATEMENTS_OF_MESSAGE));
  const before = kept.flatMap(({ part }) =>
    (previous?.[part] ?? []).map((statement) => ({ part, statement, later: stated.flat() })),
  );
  const since: Statement[] = [];
  for (const [index, { author, text }] of messages.entries()) {
    if (fromArtifacts && author === 'agent') continue;
    const later = stated.slice(index + 1).flat();
    const own = author === 'agent' ? ofReply(text, language) : (stated[index] ?? []);
    since.push(...own.map((statement) => ({ statement, later })));
  }
  return [...before, ...since.slice(-MAX_STATEMENTS)]
    .filter(({ statement }) => !isQuestion(statement))
    .map((one) => ({ ...one, ...factsOf(one.statement) }))
    .filter(({ words, commitment }) => words.length > 0 || commitment);
}

function ofReply(text: string, language: string): string[] {
  const prose = text.split('\n').filter((line) => !isListed(line));
  return statementsOf(prose.join('\n'))
    .filter((statement) => !isQuestion(statement))
    .slice(0, MAX_STATEMENTS_OF_REPLY)
    .map((statement) => `${language === 'ar' ? BY_AGENT.ar : BY_AGENT.en}${statement}`);
}

/** The statement, or the section of a long statement with the most facts. */
export function shortened(statement: string, facts: readonly string[], most = MAX_WORDS_PUT_BACK): string {
  const words = statement.split(/\s+/);
  if (words.length <= most) return statement;
  const sought = new Set(facts);
  const holds = words.map((word) => [...wordsHeld(word)].filter((one) => sought.has(one)).length);
  let [best, start] = [-1, 0];
  for (let from = 0; from + most <= words.length; from += 1) {
    const held = holds.slice(from, from + most).reduce((sum, count) => sum + count, 0);
    if (held > best) [best, start] = [held, from];
  }
  const cut = words.slice(start, start + most).join(' ');
  const kept = wordsHeld(cut);
  const lost = facts.filter((fact) => !kept.has(fact));
  const front = start > 0 ? '… ' : '';
  const end = start + most < words.length ? ' …' : '';
  // Facts outside the section are appended without their context.
  return `${front}${cut}${end}${lost.length > 0 ? ` (${lost.join(', ')})` : ''}`;
}
