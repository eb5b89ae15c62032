import { wordList } from '../values/word-list.ts';
import { z } from 'zod';

/** Events of a turn, in their usual order. */
const turnEventTypes = wordList(
  `turn.queued turn.started agent.selected broker.selected model.started text.delta text.reset tool.started
   tool.finished ptc.started ptc.finished drawer.opened artifact.updated key.rotated turn.retrying
   turn.awaiting_approval turn.completed turn.failed turn.cancelled`,
);
const turnEventType = z.enum(turnEventTypes);
export type TurnEventType = z.infer<typeof turnEventType>;

export const finalEventTypes: readonly TurnEventType[] = ['turn.completed', 'turn.failed', 'turn.cancelled'];

const turnEvent = z.object({
  id: z.string(),
  turnId: z.uuid(),
  type: turnEventType,
  at: z.iso.datetime(),
  payload: z.record(z.string(), z.unknown()),
});
export type TurnEvent = z.infer<typeof turnEvent>;

/** An event of a conversation. `turnId` is null for an artifact that was written outside of a running turn. */
export interface ConversationEvent extends Omit<TurnEvent, 'turnId'> {
  turnId: string | null;
}
