import type { Span } from '@opentelemetry/api';
import type { CallAttempt } from '#models';
import { recordModelCall } from '#telemetry';

/**
 * Records the models that did not answer on the span of the call, and counts those that failed. A model that answered is
 * counted later, with its tokens.
 */
export function attemptsRecordedOn(span: Span): (attempt: CallAttempt) => void {
  const failed: string[] = [];
  return ({ provider, model, outcome, durationMs, message }) => {
    if (outcome === 'ok') return;
    failed.push(`${model}: ${message ?? outcome}`);
    span.setAttribute('turnpike.model.failed', [...failed]);
    // A model in cooldown was not called.
    if (outcome !== 'COOLDOWN') recordModelCall({ provider, model, outcome: `MODEL_${outcome}`, durationMs });
  };
}
