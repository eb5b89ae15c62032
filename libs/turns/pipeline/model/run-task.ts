import { createHash } from 'node:crypto';
import { ModelError, toolErrorOf, type TaskResult, type TurnFacts } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { ToolError, type ModelTasksPort, type Task } from '#tools';
import { keyRotations } from './key-rotations.ts';
import { taskRecordedOn } from './record-task.ts';
import { routingOf } from './routing.ts';
import { addModelWait, addReplayed, addToTask, addUsage, noUsage, type TaskUsage } from './usage.ts';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';

/** What the journal keeps of a task: an answer, or that the model gave none that can be read. */
interface RecordedTask {
  output?: unknown;
  unreadable?: string;
  generatedBy: string;
  usage: TaskUsage;
}

export interface TaskRun {
  task: Task;
  input: unknown;
  /** In the turn's journal. */
  stepKey: string;
  /** The turn itself waits for it; within a tool's call it is part of the tool's time. */
  waitedByTurn?: boolean;
  /** Ends it before the turn ends, such as at the time limit of the tool that asks. */
  signal?: AbortSignal;
}

/**
 * Runs a task of the pack, or takes what came of it from the journal: a replay pays no task twice, also not one whose
 * answer could not be read.
 *
 * @throws ToolError UPSTREAM_ERROR when no answer fits the task's schema; VALIDATION_FAILED, NOT_CONFIGURED.
 * @throws ModelError when the provider does not answer; then nothing is recorded.
 */
export async function runTask<Output>(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  run: TaskRun,
): Promise<TaskResult<Output>> {
  const before = turn.log.recorded<RecordedTask>(run.stepKey);
  if (before) addReplayed(turn, before.usage);
  const recorded = before ?? (await recordTask(ports, turn, facts, run));
  if (run.waitedByTurn) addModelWait(turn, recorded.usage.durationMs);
  if (recorded.unreadable !== undefined) throw new ToolError('UPSTREAM_ERROR', recorded.unreadable);
  return { output: recorded.output as Output, generatedBy: recorded.generatedBy };
}

/**
 * The pack's tasks as its tools see them: the same question within a turn is asked once. Failures of the provider
 * become errors of the tool.
 */
export function taskPort(ports: TurnPorts, turn: LoadedTurn, facts: TurnFacts): ModelTasksPort {
  const asked = new Map<string, Asked>();
  const ask = (run: TaskRun): Asked => {
    const answer = runTask<unknown>(ports, turn, facts, run);
    const question = { answer, signal: run.signal };
    asked.set(run.stepKey, question);
    // Another attempt of the tool asks again; what is recorded as unreadable stays so.
    answer.catch(() => asked.delete(run.stepKey));
    return question;
  };
  const answerTo = async (run: TaskRun): Promise<TaskResult<unknown>> => {
    const before = asked.get(run.stepKey);
    if (!before) return ask(run).answer;
    try {
      return await before.answer;
    } catch (error) {
      // The tool that asked first had no time left; this one has.
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

/** A question that is being asked, and what ends it. */
interface Asked {
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
    { task, input, signal: AbortSignal.any(signals) },
    usage,
  ).catch((error: unknown): RecordedTask => {
    if (!(error instanceof ToolError && error.errorClass === 'UPSTREAM_ERROR')) throw error;
    return { unreadable: error.message, generatedBy: 'model', usage };
  });
  turn.log.record(stepKey, input, recorded);
  // Rules cost nothing; what a model was paid for is kept before the turn goes on.
  if (recorded.generatedBy !== 'rules') await turn.log.flush();
  return recorded;
}

/** Asks under a span of its own, and counts what was used: in the turn's totals, and in `usage`. */
async function askModel(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  { task, input, signal }: { task: Task; input: unknown; signal: AbortSignal },
  usage: TaskUsage,
): Promise<RecordedTask> {
  const routing = await routingOf(ports, turn);
  const attributes = {
    [ATTRIBUTES.operation]: 'chat',
    [ATTRIBUTES.task]: task.taskType,
    [ATTRIBUTES.input]: JSON.stringify(input),
  };
  return withSpan(`task ${task.key}`, { kind: 'model', attributes }, async (span) => {
    const { output, generatedBy } = await ports.tasks.run(task, input, {
      facts,
      signal,
      byTask: routing.byTask,
      highestTier: routing.highestTier,
      thrifty: routing.thrifty,
      ...taskRecordedOn(span, (call) => {
        addUsage(turn, call);
        addToTask(usage, call);
      }),
      ledger: turn.log,
      ...keyRotations(turn, span),
    });
    span.setAttributes({
      'turnpike.generated_by': generatedBy,
      [ATTRIBUTES.output]: JSON.stringify(output),
    });
    return { output, generatedBy, usage };
  });
}
