import type { OrgTransaction } from '#database';
import { newId } from '#identity';
import { withSpan } from '#telemetry';
import { TurnEndRepository } from '../turn-end.repository.ts';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/** Distinct tools that the conversation keeps as recent. */
const RECENT_TOOLS = 5;

/** Step 9: in one transaction the reply, the totals, the broker's decision and the end of the turn. */
export function settle(ports: TurnPorts, turn: AnsweredTurn): Promise<void> {
  return withSpan('settle', { kind: 'settle' }, async (span) => {
    const messageId = newId(ports.clock);
    turn.log.emit('turn.completed', { messageId, text: turn.reply, totals: turn.totals });
    const next = await ports.database.forOrg(turn.turn.orgId, async (tx) => {
      const end = new TurnEndRepository(tx, ports.clock.now());
      await end.holdConversation(turn.turn.conversationId);
      await turn.log.writeInto(tx);
      await end.insertReply(turn.turn, messageId, turn.reply);
      await insertDecision(tx, ports, turn);
      await end.complete(turn.turn, {
        messageId,
        agent: turn.agent.agent.name,
        model: turn.route.model,
        totals: turn.totals,
        recentTools: [...new Set([...turn.toolsSelected.toReversed(), ...turn.recentTools])].slice(0, RECENT_TOOLS),
      });
      return end.nextQueued(turn.turn.conversationId);
    });
    span.setAttribute('turnpike.settle.next', next !== undefined);
    if (next) await ports.queue.enqueue(next);
  });
}

async function insertDecision(tx: OrgTransaction, ports: TurnPorts, turn: AnsweredTurn): Promise<void> {
  await tx.execute(
    `INSERT INTO broker_decisions (org_id, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected,
       tokens_in_scope, tokens_offered, reasons, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (org_id, turn_id) DO NOTHING`,
    [
      turn.org.id,
      turn.turn.id,
      turn.selection.mode,
      turn.agent.agent.name,
      turn.intents,
      turn.scope.usable.length,
      turn.offered.map((tool) => tool.name),
      turn.toolsSelected,
      turn.tokensInScope,
      turn.tokensOffered,
      JSON.stringify(turn.selection.reasons),
      ports.clock.now(),
    ],
  );
}
