import type { Attributes, Span } from '@opentelemetry/api';
import type { TaskContext, TurnFacts } from '#models';
import { ATTRIBUTES, recordModelCall, withSpan } from '#telemetry';
import type { Task } from '#pack-kit';
import { attemptsRecordedOn } from './record-attempt.ts';
import { routeAttributes } from './routing.ts';
import { thoughtAttributes } from './thought-attributes.ts';
import { addToTask, noUsage, type TaskUsage } from './usage.ts';

export type TaskHooks = Required<Pick<TaskContext, 'onRoute' | 'onOutcome' | 'onCall'>>;

/**
 * Records the routed and the answering model on the span of a task, with tokens and cost of all its calls so far, and
 * counts each call. A task that runs twice under one span uses the same hooks.
 *
 * @param onUsed receives each call, with the milliseconds since the previous call.
 */
function taskRecordedOn(span: Span, onUsed?: (call: TaskUsage) => void): TaskHooks {
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

/**
 * Runs a task under a span of its own, on which `hooks` record the models, tokens and cost of its calls.
 *
 * @param more further attributes of the span.
 */
export function withTaskSpan<Result extends { generatedBy: string }>(
  task: Pick<Task, 'key' | 'taskType'>,
  work: (hooks: TaskHooks, span: Span) => Promise<Result>,
  { more, onUsed }: { more?: Attributes; onUsed?: (call: TaskUsage) => void } = {},
): Promise<Result> {
  const attributes = { [ATTRIBUTES.operation]: 'chat', [ATTRIBUTES.task]: task.taskType, ...more };
  return withSpan(`task ${task.key}`, { kind: 'model', attributes }, async (span) => {
    const result = await work(taskRecordedOn(span, onUsed), span);
    span.setAttribute('turnpike.generated_by', result.generatedBy);
    return result;
  });
}

/** The facts of a task that belongs to a conversation and to no turn. */
export function factsWithoutTurn(
  conversation: Pick<TurnFacts, 'orgId' | 'pack' | 'contactId' | 'channel'> & {
    conversationId: string;
    agent: string | null;
  },
  said: Pick<TurnFacts, 'language' | 'timezone' | 'now'>,
): TurnFacts {
  return { ...conversation, agent: conversation.agent ?? '', userId: null, ...said };
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
