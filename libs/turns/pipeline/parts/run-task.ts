import { ModelError, toolErrorOf, type TaskResult, type TurnFacts } from '#models';
import { ATTRIBUTES, recordModelCall, withSpan } from '#telemetry';
import type { ModelTasksPort, Task } from '#tools';
import { addToTask, addUsage, noUsage, type TaskUsage } from './usage.ts';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';

/** Runs a task of the pack under a span of its own, and counts what it used, in `used` too. */
export function runTask<Output>(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  task: Task,
  input: unknown,
  used: TaskUsage = noUsage(),
): Promise<TaskResult<Output>> {
  const route = ports.router.route({ taskType: task.taskType });
  const attributes = {
    [ATTRIBUTES.operation]: 'chat',
    [ATTRIBUTES.task]: task.taskType,
    [ATTRIBUTES.provider]: route.provider,
    [ATTRIBUTES.requestModel]: route.model,
    'turnpike.route.tier': route.tier,
    [ATTRIBUTES.input]: JSON.stringify(input),
  };
  return withSpan(`task ${task.key}`, { kind: 'model', attributes }, async (span) => {
    let startedAt = performance.now();
    const result = await ports.tasks.run<Output>(task, input, {
      facts,
      signal: turn.signal,
      onCall: ({ usage, costUsd }) => {
        const call = { usage, costUsd, durationMs: performance.now() - startedAt };
        startedAt = performance.now();
        addUsage(turn, call);
        recordModelCall({ provider: route.provider, model: route.model, outcome: 'ok', ...call, ...usage });
        addToTask(used, call);
        span.setAttributes({
          [ATTRIBUTES.inputTokens]: used.usage.promptTokens,
          [ATTRIBUTES.cachedInputTokens]: used.usage.cachedTokens,
          [ATTRIBUTES.outputTokens]: used.usage.completionTokens,
          [ATTRIBUTES.costUsd]: used.costUsd,
        });
      },
    });
    span.setAttributes({
      'turnpike.generated_by': result.generatedBy,
      [ATTRIBUTES.output]: JSON.stringify(result.output),
    });
    return result;
  });
}

/** The pack's tasks as its tools see them; failures of the provider become errors of the tool. */
export function taskPort(ports: TurnPorts, turn: LoadedTurn, facts: TurnFacts): ModelTasksPort {
  return {
    run: async <Output>(key: string, input: unknown) => {
      const task = ports.registry.task(turn.pack.name, key);
      if (!task) throw new Error(`The pack ${turn.pack.name} has no task ${key}`);
      try {
        return await runTask<Output>(ports, turn, facts, task, input);
      } catch (error) {
        throw error instanceof ModelError ? toolErrorOf(error) : error;
      }
    },
  };
}
