import { ModelError, toolErrorOf, type ModelTasks, type TaskContext } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import type { ModelTasksPort, Pack } from '#pack-kit';
import { taskRecordedOn } from '../pipeline/model/record-task.ts';

export interface TasksPorts {
  tasks: ModelTasks;
}

/** The facts, the highest tier of the channel, and the signal that ends the tasks. */
type OutsideTask = Pick<TaskContext, 'facts' | 'highestTier' | 'signal'>;

/** The port through which tools outside of turns run tasks. Nothing is journalled, and each task runs. */
export function tasksWithoutTurn(
  ports: TasksPorts,
  packs: readonly Pack[],
  context: OutsideTask,
): ModelTasksPort {
  return {
    run: async <Output>(key: string, input: unknown, signal?: AbortSignal) => {
      const task = packs.flatMap((pack) => pack.tasks ?? []).find((known) => known.key === key);
      if (!task) throw new Error(`No pack of the org has a task ${key}`);
      try {
        return await withSpan(
          `task ${key}`,
          { kind: 'model', attributes: { [ATTRIBUTES.operation]: 'chat', [ATTRIBUTES.task]: task.taskType } },
          async (span) => {
            const result = await ports.tasks.run<Output>(task, input, {
              ...context,
              signal: eitherOf(context.signal, signal),
              ...taskRecordedOn(span),
            });
            span.setAttribute('turnpike.generated_by', result.generatedBy);
            return result;
          },
        );
      } catch (error) {
        throw error instanceof ModelError ? toolErrorOf(error) : error;
      }
    },
  };
}

function eitherOf(call: AbortSignal, tool: AbortSignal | undefined): AbortSignal {
  return tool ? AbortSignal.any([call, tool]) : call;
}
