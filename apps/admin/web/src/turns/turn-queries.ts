import { endStates, type TurnState } from '#contracts';
import {
  consoleTurnDetail,
  consoleTurnPage,
  type ConsoleTurn,
  type ConsoleTurnFilter,
} from '#contracts/console';
import { useQuery } from '@tanstack/react-query';
import { turnRequest, turnsRequest } from '../api/requests.ts';
import { read } from '../api/client.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { unlessRefused } from '../api/use-answer.ts';

/** Whether a turn in this state can still change. */
export function isUnfinished(state: TurnState): boolean {
  return !endStates.includes(state);
}

/** The filtered turns, newest first, polled while the tab is visible. */
export function useTurnList(filters: ConsoleTurnFilter) {
  return useKeysetList<ConsoleTurn>({ key: 'turns', ...turnsRequest(filters), schema: consoleTurnPage });
}

/** One turn with nearby messages, polled until shortly after its end. */
export function useTurnDetail(turnId: string) {
  return useQuery({
    queryKey: ['turn', turnId],
    queryFn: ({ signal }) => read(turnRequest(turnId).path, consoleTurnDetail, signal),
    refetchInterval: ({ state }) => unlessRefused(state.error, POLL_INTERVAL_MS),
  });
}
