import type { EffectState, ToolErrorClass } from '#contracts';

/** What a model is told where nobody knows. */
export const UNKNOWN_OUTCOME = 'Its outcome is not known: a person has to look; do not repeat it.';

/** Failures after which the outside service may have done it all the same. */
const MAY_HAVE_HAPPENED: readonly (ToolErrorClass | undefined)[] = [
  'TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'INTERNAL',
];

/** What decides how the ledger keeps a call that sends something out. */
export interface EndedEffect {
  success: boolean;
  /** Of the error, where it says so itself. */
  outcome?: 'unknown' | undefined;
  errorClass?: ToolErrorClass;
  attempts: number;
  /** By an attempt before the last one, in this run or in one that died. */
  mayHaveHappened?: boolean | undefined;
}

/** Whether a service may have done what it was asked, although it answered with that. */
export function mayHaveHappened({
  outcome,
  errorClass,
}: Pick<EndedEffect, 'outcome' | 'errorClass'>): boolean {
  return outcome === 'unknown' || MAY_HAVE_HAPPENED.includes(errorClass);
}

/**
 * `failed` is for sure. That a service takes a key makes it safe to ask again, and says nothing of what it has done: nor
 * does its answer to a later attempt.
 */
export function effectStateAfter(effect: EndedEffect): EffectState {
  if (effect.success) return 'done';
  if (effect.mayHaveHappened) return 'unknown_outcome';
  if (effect.attempts === 0) return 'failed';
  return mayHaveHappened(effect) ? 'unknown_outcome' : 'failed';
}
