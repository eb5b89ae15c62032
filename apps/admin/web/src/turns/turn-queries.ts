import { endStates, type TurnState } from '#contracts';

/** Whether a turn in this state can still change. */
export function isUnfinished(state: TurnState): boolean {
  return !endStates.includes(state);
}
