import type { ToolErrorClass, ToolResult } from '#contracts';
import type { ToolEffectState } from './tool-effect.entity.ts';

/** What a model is told where nobody knows. */
export const UNKNOWN_OUTCOME = 'Its outcome is not known: a person has to look; do not repeat it.';

/** Failures after which the outside service may have done it all the same. */
const MAY_HAVE_HAPPENED: readonly (ToolErrorClass | undefined)[] = [
  'TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'INTERNAL',
];

/** How the ledger keeps a call that sends something out. One that may be repeated with its key is never unknown. */
export function effectStateAfter(takesIdempotencyKey: boolean, result: ToolResult): ToolEffectState {
  if (result.success) return 'done';
  return !takesIdempotencyKey && MAY_HAVE_HAPPENED.includes(result.errorClass) ? 'unknown_outcome' : 'failed';
}
