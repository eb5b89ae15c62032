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
  takesIdempotencyKey: boolean;
  success: boolean;
  errorClass?: ToolErrorClass;
  attempts: number;
}

/** One that may be repeated with its key, or that was never tried, is not unknown. */
export function effectStateAfter(effect: EndedEffect): EffectState {
  if (effect.success) return 'done';
  if (effect.attempts === 0 || effect.takesIdempotencyKey) return 'failed';
  return MAY_HAVE_HAPPENED.includes(effect.errorClass) ? 'unknown_outcome' : 'failed';
}
