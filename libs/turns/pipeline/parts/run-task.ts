import { createHash } from 'node:crypto';
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

interface RecordedTask {
  output: unknown;
  generatedBy: string;
  usage: TaskUsage;
}

/**
 * The pack's tasks as its tools see them: journalled, so that a replay pays none twice, and the same question within a
 * turn is asked once. Failures of the provider become errors of the tool.
 */
export function taskPort(ports: TurnPorts, turn: LoadedTurn, facts: TurnFacts): ModelTasksPort {
  const asked = new Map<string, Promise<RecordedTask>>();
  return {
    run: async <Output>(key: string, input: unknown) => {
      const task = ports.registry.task(turn.pack.name, key);
      if (!task) throw new Error(`The pack ${turn.pack.name} has no task ${key}`);
      const stepKey = `task:${key}:${createHash('sha256').update(JSON.stringify(input)).digest('base64url')}`;
      const answer = asked.get(stepKey) ?? journalled(ports, turn, facts, { task, input, stepKey });
      asked.set(stepKey, answer);
      const { output, generatedBy } = await answer;
      return { output: output as Output, generatedBy };
    },
  };
}

async function journalled(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  { task, input, stepKey }: { task: Task; input: unknown; stepKey: string },
): Promise<RecordedTask> {
  const before = turn.log.recorded<RecordedTask>(stepKey);
  if (before) {
    addUsage(turn, before.usage);
    return before;
  }
  const usage = noUsage();
  try {
    const { output, generatedBy } = await runTask(ports, turn, facts, task, input, usage);
    const recorded = { output, generatedBy, usage };
    turn.log.record(stepKey, input, recorded);
    // Rules cost nothing; what a model was paid for is kept before the tool goes on.
    if (generatedBy !== 'rules') await turn.log.flush();
    return recorded;
  } catch (error) {
    throw error instanceof ModelError ? toolErrorOf(error) : error;
  }
}
