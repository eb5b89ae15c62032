import { contradicts } from './contradiction.ts';
import type { Insight } from './insight.entity.ts';
import { wordsOf } from './lexemes.ts';

/** Position in the order of statements: by time, then by turn, then within the message. */
export type Moment = Pick<Insight, 'saidAt' | 'saidTurn' | 'saidPlace'>;

/** A stored insight of the contact, live or superseded, for comparison with a new statement. */
export interface KnownInsight
  extends Moment, Pick<Insight, 'id' | 'text' | 'normalizedText' | 'supersededById' | 'validUntil'> {
  /** Cosine to the new statement. Null if the vectors are of different models. */
  similarity: number | null;
}

export interface NewStatement extends Moment, Pick<Insight, 'text' | 'normalizedText'> {
  /** Ids of known insights that it replaces, besides those that contradict it by rule. */
  replaces: readonly string[];
}

export interface StatementRelation {
  repeats: KnownInsight | undefined;
  /** Earlier insights that the statement makes untrue. */
  untrue: KnownInsight[];
  /** The earliest later insight that contradicts the statement, which ends its validity. */
  supersededBy: KnownInsight | undefined;
}

/** Minimum cosine at which two insights of a contact count as the same in other words. */
const NEAR_DUPLICATE_COSINE = 0.95;

/** Compares by time of the statement: negative if `one` is earlier than `other`. */
export function byTime(one: Moment, other: Moment): number {
  return (
    one.saidAt.getTime() - other.saidAt.getTime() ||
    one.saidTurn - other.saidTurn ||
    one.saidPlace - other.saidPlace
  );
}

/**
 * Relates `statement` to the `known` insights, by the time of each statement and not of its storing, so that statements that
 * are read late or twice have the same result. If two have the same time, the one stored later counts as later.
 */
export function relationOf(statement: NewStatement, known: readonly KnownInsight[]): StatementRelation {
  const opposed = known.filter(
    ({ id, text }) => statement.replaces.includes(id) || contradicts(text, statement.text),
  );
  const isLater = (one: KnownInsight) => byTime(one, statement) > 0;
  const untrue = opposed.filter(
    (one) => !isLater(one) && (one.validUntil === null || one.validUntil > statement.saidAt),
  );
  // A statement repeated after its opposite is new, not a repetition.
  const ofItsTime = known.filter(
    (one) => wasValidAt(statement, one, known) && !opposed.some((other) => isBetween(other, one, statement)),
  );
  return {
    repeats: repeatedBy(statement, ofItsTime, { opposed, untrue }),
    untrue,
    supersededBy: opposed.filter(isLater).sort(byTime)[0],
  };
}

/** False if the insight had been superseded by the time of the statement, by rule or by a model. */
function wasValidAt(statement: NewStatement, one: KnownInsight, known: readonly KnownInsight[]): boolean {
  if (one.validUntil === null) return true;
  if (one.validUntil.getTime() !== statement.saidAt.getTime()) return one.validUntil > statement.saidAt;
  const by = known.find(({ id }) => id === one.supersededById);
  return by !== undefined && byTime(by, statement) > 0;
}

function isBetween(other: Moment, known: Moment, statement: Moment): boolean {
  return byTime(known, statement) > 0
    ? byTime(statement, other) < 0 && byTime(other, known) < 0
    : byTime(known, other) < 0 && byTime(other, statement) <= 0;
}

/**
 * The insight that the new one repeats. A different number, date or taste changes the vector less than a different wording,
 * so an insight is no duplicate, however near, if the new one contradicts it, if its figures differ, or if it does not
 * contradict everything that the new one makes untrue.
 */
function repeatedBy(
  { text, normalizedText }: NewStatement,
  known: readonly KnownInsight[],
  { opposed, untrue }: { opposed: readonly KnownInsight[]; untrue: readonly KnownInsight[] },
): KnownInsight | undefined {
  const literal = known.find((other) => other.normalizedText === normalizedText);
  if (literal) return literal;
  const figures = figuresOf(text);
  return known
    .filter((other) => !opposed.includes(other) && (other.similarity ?? -1) >= NEAR_DUPLICATE_COSINE)
    .filter((other) => figuresOf(other.text) === figures)
    .filter((other) => untrue.every((one) => contradicts(one.text, other.text)))
    .sort((left, right) => (right.similarity ?? -1) - (left.similarity ?? -1))[0];
}

/** The words of a text that contain a digit, sorted. */
function figuresOf(text: string): string {
  return wordsOf(text)
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ');
}
