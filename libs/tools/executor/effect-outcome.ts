import type { EffectState, ToolErrorClass } from '#contracts';

/** Text for the model after an unknown outcome. */
export const UNKNOWN_OUTCOME = 'Its outcome is not known: a person has to look; do not repeat it.';

/** Failures after which the outside service may still have performed the effect. */
const MAY_HAVE_HAPPENED: readonly (ToolErrorClass | undefined)[] = [
  'TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'INTERNAL',
];

/** The end of an external call, from which its state in the ledger is derived. */
export interface EndedEffect {
  success: boolean;
  /** The outcome stated by the error itself, if any. */
  outcome?: 'unknown' | undefined;
  errorClass?: ToolErrorClass;
  attempts: number;
  /** True if an earlier attempt, in this run or in one that crashed, may have had the effect. */
  mayHaveHappened?: boolean | undefined;
}

/** True if the service may have performed the effect despite this error. */
export function mayHaveHappened({
  outcome,
  errorClass,
}: Pick<EndedEffect, 'outcome' | 'errorClass'>): boolean {
  return outcome === 'unknown' || MAY_HAVE_HAPPENED.includes(errorClass);
}

/**
 * The state of the ledger after a call. `failed` means that the effect has definitely not happened. An idempotency key
 * makes a retry safe, but neither the key nor the answer to a later attempt shows whether an earlier one had the effect.
 */
export function effectStateAfter(effect: EndedEffect): EffectState {
  if (effect.success) return 'done';
  if (effect.mayHaveHappened) return 'unknown_outcome';
  if (effect.attempts === 0) return 'failed';
  return mayHaveHappened(effect) ? 'unknown_outcome' : 'failed';
}
