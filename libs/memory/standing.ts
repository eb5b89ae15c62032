import { contradicts } from './contradiction.ts';
import { wordsOf } from './lexemes.ts';

/** Place in the order in which things were said: by time, then by turn, then within the message. */
export interface Moment {
  saidAt: Date;
  saidTurn: number;
  saidPlace: number;
}

/** An insight of the contact, as the rules for a new one see it; one that no longer holds among them. */
export interface KnownInsight extends Moment {
  id: string;
  text: string;
  normalizedText: string;
  /** To the new one; null when the vectors are of different models. */
  similarity: number | null;
  supersededById: string | null;
  /** When it was made untrue. */
  validUntil: Date | null;
}

/** A statement that is to be stored. */
export interface Told extends Moment {
  text: string;
  normalizedText: string;
  /** Ids of known insights that do not go with it, besides those that contradict it by rule. */
  replaces: readonly string[];
}

/** Where a new statement stands among what is known. */
export interface Standing {
  /** What it only says again. */
  repeats: KnownInsight | undefined;
  /** Said before it, and untrue since. */
  untrue: KnownInsight[];
  /** The first that was said after it and does not go with it: it was untrue from then on. */
  supersededBy: KnownInsight | undefined;
}

/** From this cosine on, two insights of one contact are the same thing in other words. */
const NEAR_DUPLICATE_COSINE = 0.95;

/** Orders by when something was said: negative when `one` was said before `other`. */
export function bySaying(one: Moment, other: Moment): number {
  return (
    one.saidAt.getTime() - other.saidAt.getTime() ||
    one.saidTurn - other.saidTurn ||
    one.saidPlace - other.saidPlace
  );
}

/**
 * Where `told` stands among `known`. It goes by when each was said and not by when it is stored, so that statements that are
 * read late, or once more, end in the same truth. Of two of the same moment the one that is stored later counts as later.
 */
export function standingOf(told: Told, known: readonly KnownInsight[]): Standing {
  const opposed = known.filter(({ id, text }) => told.replaces.includes(id) || contradicts(text, told.text));
  const isLater = (one: KnownInsight) => bySaying(one, told) > 0;
  const untrue = opposed.filter(
    (one) => !isLater(one) && (one.validUntil === null || one.validUntil > told.saidAt),
  );
  // What was said again after the opposite had been said is news, and no repetition.
  const ofItsTime = known.filter(
    (one) => heldWhen(told, one, known) && !opposed.some((other) => liesBetween(other, one, told)),
  );
  return {
    repeats: repeatedBy(told, ofItsTime, { opposed, untrue }),
    untrue,
    supersededBy: opposed.filter(isLater).sort(bySaying)[0],
  };
}

/** False for what had been made untrue by then, by a rule or by a model. */
function heldWhen(told: Told, one: KnownInsight, known: readonly KnownInsight[]): boolean {
  if (one.validUntil === null) return true;
  if (one.validUntil.getTime() !== told.saidAt.getTime()) return one.validUntil > told.saidAt;
  const by = known.find(({ id }) => id === one.supersededById);
  return by !== undefined && bySaying(by, told) > 0;
}

function liesBetween(other: Moment, known: Moment, told: Moment): boolean {
  return bySaying(known, told) > 0
    ? bySaying(told, other) < 0 && bySaying(other, known) < 0
    : bySaying(known, other) < 0 && bySaying(other, told) <= 0;
}

/**
 * What the new insight only repeats. Another number, date or taste changes the vector less than another wording does, so
 * what it contradicts is no duplicate, however near; nor is what has other figures in it, of whatever they are, or leaves
 * true what the new one makes untrue.
 */
function repeatedBy(
  { text, normalizedText }: Told,
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

/** The words of a text that have a digit in them, in any order. */
function figuresOf(text: string): string {
  return wordsOf(text)
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ');
}
