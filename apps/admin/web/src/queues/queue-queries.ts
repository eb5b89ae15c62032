import { changedJobs, consoleQueues, type ConsoleQueue } from '#contracts/console';
import { queuesAsk } from '../api/asks.ts';
import { useAnswer } from '../api/use-answer.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { counted } from '../ui/format.ts';

export function useQueues() {
  return useAnswer({ key: 'queues', ...queuesAsk, schema: consoleQueues, pollMs: POLL_INTERVAL_MS });
}

/** The queues' names; the one that is looked at, too, while they are not known yet. */
export function useQueueNames(chosen: string | undefined): string[] {
  const known = useQueues().data?.items.map(({ queue }: ConsoleQueue) => queue) ?? [];
  return known.length > 0 || chosen === undefined ? known : [chosen];
}

/** `3 jobs`, of what the server says it has changed. */
export function changedText(answer: unknown, one: string): string {
  return counted(changedJobs.parse(answer).changed, one);
}
