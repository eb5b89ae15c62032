import { ATTRIBUTES, withSpan } from '#telemetry';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/** Step 8: the pack's rules for replies. No installed pack has any yet. */
export function policy(_ports: TurnPorts, turn: AnsweredTurn): Promise<AnsweredTurn> {
  return withSpan('policy', { kind: 'policy' }, async (span) => {
    span.setAttributes({
      [ATTRIBUTES.note]: 'the pack has no rules for replies',
      [ATTRIBUTES.draftReply]: turn.reply,
    });
    return turn;
  });
}
