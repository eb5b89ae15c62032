import { ModelError, toolErrorOf, type ModelTasks, type TaskContext } from '#models';
import type { ModelTasksPort, Pack } from '#pack-kit';
import { withTaskSpan } from '../pipeline/model/record-task.ts';

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
        const either = eitherOf(context.signal, signal);
        return await withTaskSpan(task, (hooks) =>
          ports.tasks.run<Output>(task, input, { ...context, signal: either, ...hooks }),
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
