import { attributesOf, type Attribute } from './attributes.ts';

/** Share of the words around two values that must be the same for both to be about the same thing. */
const MIN_SHARED_WORDS = 0.5;

/**
 * True when `newer` gives the same attribute of the same person another value than `older`: a number with its unit, a
 * date, a place, or like and dislike of the same thing. It rather misses a contradiction than finds one that is none,
 * because what is superseded is not recalled again.
 */
export function contradicts(older: string, newer: string): boolean {
  const before = attributesOf(older);
  return attributesOf(newer).some((now) =>
    before.some((then) => now.kind === then.kind && differs(then, now)),
  );
}

function differs(then: Attribute, now: Attribute): boolean {
  if (then.unit !== now.unit) return false;
  if (now.kind === 'taste') return then.values[0] !== now.values[0];
  return !refines(then.values, now.values) && sameSubject(then, now);
}

/** "September 2026" after "September" says more, not something else. */
function refines(then: string[], now: string[]): boolean {
  return then.every((value) => now.includes(value)) || now.every((value) => then.includes(value));
}

function sameSubject(then: Attribute, now: Attribute): boolean {
  const smaller = Math.min(then.about.length, now.about.length);
  // "three bedrooms" alone is about the bedrooms; a date or a place alone may be about anything.
  if (smaller === 0) return now.kind === 'number' || then.about.length === now.about.length;
  const shared = then.about.filter((word) => now.about.includes(word)).length;
  return shared / smaller >= MIN_SHARED_WORDS;
}
