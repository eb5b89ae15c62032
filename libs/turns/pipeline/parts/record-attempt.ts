import type { CallAttempt } from '#models';
import { recordModelCall } from '#telemetry';

/** Counts a model that failed; one that answered is counted with its tokens where these are known. */
export function recordAttempt({ provider, model, outcome, durationMs }: CallAttempt): void {
  if (outcome !== 'ok') recordModelCall({ provider, model, outcome: `MODEL_${outcome}`, durationMs });
}
