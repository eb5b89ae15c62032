import { attributesOf, type Attribute } from './attributes.ts';

/** Minimum share of common words around two values for both to have the same subject. */
const MIN_SHARED_WORDS = 0.5;

/**
 * True if `newer` gives an attribute of the same person a different value than `older`: a number with its unit, a date, a
 * place, or like and dislike of the same thing. The rule prefers missing a contradiction to a false one, because a
 * superseded insight is never recalled again.
 */
export function contradicts(older: string, newer: string): boolean {
  return haveContradiction(attributesOf(older), attributesOf(newer));
}

/** As {@link contradicts}, for texts that are compared with several others. */
export function haveContradiction(older: readonly Attribute[], newer: readonly Attribute[]): boolean {
  return newer.some((now) => older.some((then) => now.kind === then.kind && differs(then, now)));
}

function differs(then: Attribute, now: Attribute): boolean {
  if (then.unit !== now.unit) return false;
  if (now.kind === 'taste') return then.values[0] !== now.values[0];
  return !refines(then.values, now.values) && sameSubject(then, now);
}

/** True if one text only adds detail, such as "September 2026" after "September". */
function refines(then: string[], now: string[]): boolean {
  return then.every((value) => now.includes(value)) || now.every((value) => then.includes(value));
}

function sameSubject(then: Attribute, now: Attribute): boolean {
  const smaller = Math.min(then.about.size, now.about.size);
  // A number has its subject in its unit ("three bedrooms"). A date or a place alone may have any subject.
  if (smaller === 0) return now.kind === 'number' || then.about.size === now.about.size;
  const shared = [...then.about].filter((word) => now.about.has(word)).length;
  return shared / smaller >= MIN_SHARED_WORDS;
}
