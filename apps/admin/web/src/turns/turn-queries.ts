import { endStates, type TurnState } from '#contracts';
import {
  consoleTurnDetail,
  consoleTurnPage,
  type ConsoleTurn,
  type ConsoleTurnFilter,
} from '#contracts/console';
import { turnRequest, turnsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';

/** Whether a turn in this state can still change. */
export function isUnfinished(state: TurnState): boolean {
  return !endStates.includes(state);
}

/** The filtered turns, newest first, polled while the tab is visible. */
export function useTurnList(filters: ConsoleTurnFilter) {
  return useKeysetList<ConsoleTurn>(turnsRequest(filters), consoleTurnPage);
}

/** One turn with nearby messages, polled until shortly after its end. */
export function useTurnDetail(turnId: string) {
  return useAnswer(turnRequest(turnId), consoleTurnDetail, { pollMs: POLL_INTERVAL_MS });
}
