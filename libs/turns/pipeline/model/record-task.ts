import type { Span } from '@opentelemetry/api';
import type { TaskContext } from '#models';
import { ATTRIBUTES, recordModelCall } from '#telemetry';
import { attemptsRecordedOn } from './record-attempt.ts';
import { routeAttributes } from './routing.ts';
import { thoughtAttributes } from './thought-attributes.ts';
import { addToTask, noUsage, type TaskUsage } from './usage.ts';

type TaskHooks = Required<Pick<TaskContext, 'onRoute' | 'onOutcome' | 'onCall'>>;

/**
 * Records the routed and the answering model on the span of a task, with tokens and cost of all its calls so far, and
 * counts each call. A task that runs twice under one span uses the same hooks.
 *
 * @param onUsed receives each call, with the milliseconds since the previous call.
 */
export function taskRecordedOn(span: Span, onUsed?: (call: TaskUsage) => void): TaskHooks {
  const sum = noUsage();
  let startedAt = performance.now();
  return {
    onRoute: (route) => void span.setAttributes(routeAttributes(route)),
    onOutcome: attemptsRecordedOn(span),
    onCall: ({ provider, model, usage, costUsd, thoughts }) => {
      const call = { usage, costUsd, durationMs: performance.now() - startedAt };
      startedAt = performance.now();
      addToTask(sum, call);
      onUsed?.(call);
      recordModelCall({ provider, model, outcome: 'ok', ...call, ...usage });
      span.setAttributes({
        [ATTRIBUTES.provider]: provider,
        [ATTRIBUTES.requestModel]: model,
        ...usageAttributes(sum),
        ...thoughtAttributes(thoughts),
      });
    },
  };
}

/** Tokens and cost as span attributes. */
export function usageAttributes({ usage, costUsd }: Omit<TaskUsage, 'durationMs'>): Record<string, number> {
  return {
    [ATTRIBUTES.costUsd]: costUsd,
    [ATTRIBUTES.inputTokens]: usage.promptTokens,
    [ATTRIBUTES.cachedInputTokens]: usage.cachedTokens,
    ...(usage.cacheWriteTokens && { [ATTRIBUTES.cacheWriteTokens]: usage.cacheWriteTokens }),
    [ATTRIBUTES.outputTokens]: usage.completionTokens,
  };
}
