import type { Span } from '@opentelemetry/api';
import type { CallAttempt } from '#models';
import { ATTRIBUTES, exportPart, recordModelCall } from '#telemetry';

/**
 * Records the models that did not answer on the span of the call, and counts those that failed. A model that answered is
 * counted later, with its tokens. Collectors receive a span for each attempt of a call that took several.
 */
export function attemptsRecordedOn(span: Span): (attempt: CallAttempt) => void {
  const failed: string[] = [];
  let called = 0;
  return ({ provider, model, outcome, durationMs, message }) => {
    const isOk = outcome === 'ok';
    if (!isOk) {
      failed.push(`${model}: ${message ?? outcome}`);
      span.setAttribute('turnpike.model.failed', [...failed]);
    }
    // A model in cooldown was not called.
    if (outcome === 'COOLDOWN') return;
    called += 1;
    const attributes = {
      [ATTRIBUTES.operation]: 'chat',
      [ATTRIBUTES.provider]: provider,
      [ATTRIBUTES.requestModel]: model,
    };
    const type = `MODEL_${outcome}`;
    if (!isOk) recordModelCall({ provider, model, outcome: type, durationMs });
    if (!isOk || called > 1)
      exportPart(
        `chat ${model}`,
        { kind: 'model', parent: span, durationMs, attributes },
        isOk ? undefined : { type, message: message ?? outcome },
      );
  };
}
