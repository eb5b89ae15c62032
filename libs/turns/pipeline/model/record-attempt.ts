import type { Span } from '@opentelemetry/api';
import type { CallAttempt } from '#models';
import { recordModelCall } from '#telemetry';

/**
 * Puts the models that gave no answer on the span of the call, also when none of them gave one, and counts those that
 * failed; one that answered is counted with its tokens where these are known.
 */
export function attemptsRecordedOn(span: Span): (attempt: CallAttempt) => void {
  const failed: string[] = [];
  return ({ provider, model, outcome, durationMs, message }) => {
    if (outcome === 'ok') return;
    failed.push(`${model}: ${message ?? outcome}`);
    span.setAttribute('turnpike.model.failed', [...failed]);
    // One that rests was not called.
    if (outcome !== 'RESTS') recordModelCall({ provider, model, outcome: `MODEL_${outcome}`, durationMs });
  };
}
