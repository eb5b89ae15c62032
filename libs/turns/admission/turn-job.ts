import { jobCatalogue, type JobName } from '#queue';

/** Turns of one priority class never wait for turns of the other: each class has its own queue and slots. */
export const priorityClasses = ['chat', 'voice'] as const;
export type PriorityClass = (typeof priorityClasses)[number];

const JOB_NAMES = { chat: 'turn.chat', voice: 'turn.voice' } as const satisfies Record<
  PriorityClass,
  JobName
>;

export function priorityClassOf(channel: string): PriorityClass {
  return channel === 'voice' ? 'voice' : 'chat';
}

/** The number of turns that one worker runs at once. @param concurrency of a queue that leaves it to the setting. */
export function turnSlots(concurrency: number): Record<PriorityClass, number> {
  const slotsOf = (name: JobName) => {
    const { concurrency: own } = jobCatalogue[name];
    return own === 'setting' ? concurrency : own;
  };
  return { chat: slotsOf(JOB_NAMES.chat), voice: slotsOf(JOB_NAMES.voice) };
}

/** The pointer to a turn in the payload of its job. `run` counts how often the turn was enqueued afresh. */
export interface TurnJob {
  orgId: string;
  turnId: string;
  run: number;
  channel: string;
}

/**
 * The name and id of a turn's job. The queue may no longer have the job. The id contains the run number; without it, the queue would drop
 * the job of a retried or resumed turn as a duplicate.
 */
export function turnJobOf({ turnId, run, channel }: Omit<TurnJob, 'orgId'>) {
  const name = JOB_NAMES[priorityClassOf(channel)];
  return { queue: jobCatalogue[name].queue, name, id: `${turnId}-${run}` };
}
