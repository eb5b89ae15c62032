import { createHash } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import { ModelError, toolErrorOf, type MissedAnswer, type TaskResult, type TurnFacts } from '#models';
import { ATTRIBUTES } from '#telemetry';
import { ToolError, type ModelTasksPort, type Task } from '#pack-kit';
import { keyRotations } from './key-rotations.ts';
import { withTaskSpan, type TaskHooks } from './record-task.ts';
import { routingOf } from './routing.ts';
import { addModelWait, addToTask, noUsage, type TaskUsage } from './usage.ts';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';

/** A task in the journal: an answer, or an unreadable answer. */
interface RecordedTask {
  output?: unknown;
  unreadable?: string;
  generatedBy: string;
  usage: TaskUsage;
}

/** An answer in the journal that does not fit the schema. */
interface RecordedMiss extends MissedAnswer {
  usage: TaskUsage;
}

export interface TaskRun {
  task: Task;
  input: unknown;
  stepKey: string;
  /** True if the turn itself waits for the task. Inside a tool call, the task is part of the tool's time. */
  waitedByTurn?: boolean;
  /** Ends the task before the turn ends, for example at the time limit of the calling tool. */
  signal?: AbortSignal;
}

/**
 * Runs a task of the pack, or takes its result from the journal. A replay never pays for an answer twice, even if it did not
 * fit the schema.
 *
 * @throws ToolError UPSTREAM_ERROR if no answer fits the schema of the task; VALIDATION_FAILED, NOT_CONFIGURED.
 * @throws ModelError if the provider does not answer.
 */
export async function runTask<Output>(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  run: TaskRun,
): Promise<TaskResult<Output>> {
  const before = turn.log.recorded<RecordedTask>(run.stepKey);
  const recorded = before ?? (await recordTask(ports, turn, facts, run));
  if (run.waitedByTurn) addModelWait(turn, recorded.usage.durationMs);
  if (recorded.unreadable !== undefined) throw new ToolError('UPSTREAM_ERROR', recorded.unreadable);
  return { output: recorded.output as Output, generatedBy: recorded.generatedBy };
}

/**
 * The port through which tools run tasks of the pack. The same task with the same input runs once per turn. Provider
 * failures become tool errors.
 */
export function taskPort(ports: TurnPorts, turn: LoadedTurn, facts: TurnFacts): ModelTasksPort {
  const started = new Map<string, StartedTask>();
  const start = (run: TaskRun): StartedTask => {
    const answer = runTask<unknown>(ports, turn, facts, run);
    const task = { answer, signal: run.signal };
    started.set(run.stepKey, task);
    // A new attempt of the tool starts it again; an answer recorded as unreadable stays unreadable.
    answer.catch(() => started.delete(run.stepKey));
    return task;
  };
  const answerTo = async (run: TaskRun): Promise<TaskResult<unknown>> => {
    const before = started.get(run.stepKey);
    if (!before) return start(run).answer;
    try {
      return await before.answer;
    } catch (error) {
      // The tool that started the task timed out; this caller still has time.
      if (before.signal?.aborted && !run.signal?.aborted) return answerTo(run);
      throw error;
    }
  };
  return {
    run: async <Output>(key: string, input: unknown, signal?: AbortSignal) => {
      const task = ports.registry.task(turn.pack.name, key);
      if (!task) throw new Error(`The pack ${turn.pack.name} has no task ${key}`);
      const stepKey = `task:${key}:${createHash('sha256').update(JSON.stringify(input)).digest('base64url')}`;
      try {
        const { output, generatedBy } = await answerTo({ task, input, stepKey, signal });
        return { output: output as Output, generatedBy };
      } catch (error) {
        throw error instanceof ModelError ? toolErrorOf(error) : error;
      }
    },
  };
}

/** A running task, and the signal that ends it. */
interface StartedTask {
  answer: Promise<TaskResult<unknown>>;
  signal: AbortSignal | undefined;
}

async function recordTask(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  { task, input, stepKey, signal }: TaskRun,
): Promise<RecordedTask> {
  const usage = noUsage();
  const signals = [turn.signal, turn.log.cancelSignal, ...(signal ? [signal] : [])];
  const recorded = await askModel(
    ports,
    turn,
    facts,
    { task, input, stepKey, signal: AbortSignal.any(signals) },
    usage,
  ).catch((error: unknown): RecordedTask => {
    if (!(error instanceof ToolError && error.errorClass === 'UPSTREAM_ERROR')) throw error;
    return { unreadable: error.message, generatedBy: 'model', usage };
  });
  turn.log.remember(stepKey, recorded);
  // Rules cost nothing. A paid answer is stored before the turn continues.
  if (recorded.generatedBy !== 'rules') await turn.log.flush();
  return recorded;
}

/** Runs the task under its own span, and adds its usage to `usage`. */
async function askModel(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  { task, input, stepKey, signal }: Pick<TaskRun, 'task' | 'input' | 'stepKey'> & { signal: AbortSignal },
  usage: TaskUsage,
): Promise<RecordedTask> {
  const routing = await routingOf(ports, turn);
  const missedKey = `${stepKey}:missed`;
  const missed = turn.log.recorded<RecordedMiss>(missedKey);
  if (missed) addToTask(usage, missed.usage);
  const ask = async (hooks: TaskHooks, span: Span) => {
    const { output, generatedBy } = await ports.tasks.run(task, input, {
      facts,
      signal,
      byTask: routing.byTask,
      highestTier: routing.highestTier,
      thrifty: routing.thrifty,
      ...hooks,
      missed,
      onMissed: async (answer) => {
        const miss: RecordedMiss = { ...answer, usage: structuredClone(usage) };
        turn.log.remember(missedKey, miss);
        await turn.log.flush();
      },
      ledger: turn.log,
      ...keyRotations(turn, span),
    });
    span.setAttribute(ATTRIBUTES.output, JSON.stringify(output));
    return { output, generatedBy, usage };
  };
  return withTaskSpan(task, ask, {
    more: { [ATTRIBUTES.input]: JSON.stringify(input) },
    onUsed: (call) => addToTask(usage, call),
  });
}
