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
}

/**
 * `failed` is for sure. That a service takes a key makes it safe to ask again, and says nothing of what it has done.
 */
export function effectStateAfter(effect: EndedEffect): EffectState {
  if (effect.success) return 'done';
  if (effect.attempts === 0) return 'failed';
  if (effect.outcome) return 'unknown_outcome';
  return MAY_HAVE_HAPPENED.includes(effect.errorClass) ? 'unknown_outcome' : 'failed';
}
