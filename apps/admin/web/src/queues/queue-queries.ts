import { changedJobs, consoleQueues, type ConsoleQueue } from '#contracts/console';
import { queuesRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { counted } from '../ui/format.ts';
import { usePageSearch } from '../ui/page-search.ts';

export function useQueues() {
  const { search } = usePageSearch();
  return useAnswer(queuesRequest(search), consoleQueues, { pollMs: POLL_INTERVAL_MS });
}

/** Names of the queues; includes the chosen one while they load. */
export function useQueueNames(chosen: string | undefined): string[] {
  const known = useQueues().data?.items.map(({ queue }: ConsoleQueue) => queue) ?? [];
  return known.length > 0 || chosen === undefined ? known : [chosen];
}

/** The number of changed jobs in the server's answer, as `3 jobs`. */
export function changedCount(answer: unknown, one: string): string {
  return counted(changedJobs.parse(answer).changed, one);
}
