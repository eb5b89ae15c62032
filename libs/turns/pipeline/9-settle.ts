import { newId } from '#identity';
import { withSpan } from '#telemetry';
import { TOOL_SEARCH } from '#tools';
import { AdmissionRepository, laneOf, runningTurnsLimit } from '../admission.repository.ts';
import { TurnEndRepository } from '../turn-end.repository.ts';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/** Distinct tools that the conversation keeps as recent. */
const RECENT_TOOLS = 5;

/** Step 9: in one transaction the reply, the totals, the broker's decision and the end of the turn. */
export function settle(ports: TurnPorts, turn: AnsweredTurn): Promise<void> {
  return withSpan('settle', { kind: 'settle' }, async (span) => {
    const messageId = newId(ports.clock);
    const next = await ports.database.forOrgAtOnce(turn.turn.orgId, async (tx) => {
      const end = new TurnEndRepository(tx, ports.clock.now());
      const held = end.holdConversation(turn.turn.conversationId);
      // Not before: a flush of its own would tell of an end that may not come.
      turn.log.emit('turn.completed', { messageId, text: turn.reply, totals: turn.totals });
      const written = turn.log.writeEndInto(tx);
      const completed = end.complete(turn.turn, {
        messageId,
        reply: turn.reply,
        agent: turn.agent.agent.name,
        model: turn.route.model,
        totals: turn.totals,
        recentTools: [...new Set([...turn.toolsTouched.toReversed(), ...turn.recentTools])].slice(
          0,
          RECENT_TOOLS,
        ),
        decision: {
          mode: turn.selection.mode,
          intents: turn.intents,
          toolsInScope: turn.scope.usable.length,
          toolsOffered: turn.offered.map((tool) => tool.name),
          toolsSelected: turn.toolsSelected,
          foundBySearch: turn.foundBySearch,
          ...measure(turn),
          tokensInScope: turn.tokensInScope,
          tokensOffered: turn.tokensOffered,
          tokensBrokered: turn.tokensBrokered,
          cachedTokensLost: turn.cachedTokensLost,
          reasons: turn.selection.reasons,
          outcome: turn.selection.outcome,
          confidence: turn.selection.confidence,
          language: turn.language,
          ranking: turn.selection.ranking,
          rankerVersion: turn.selection.rankerVersion,
          scopeHash: turn.selection.scopeHash,
          selectionUs: turn.selection.brokered ? turn.selection.selectionUs : null,
        },
      });
      const told = ports.webhooks.add(tx, 'turn.completed', turn.turn, turn.settings);
      const admitted = new AdmissionRepository(tx).goOn(
        turn.turn.conversationId,
        laneOf(turn.turn.channel),
        runningTurnsLimit(turn.settings),
      );
      const [next] = await Promise.all([admitted, held, written, completed, told]);
      return next;
    });
    span.setAttribute('turnpike.settle.admitted', next.length);
    await ports.queue.enqueueAll(next);
  });
}

/** What the broker chose, and which of the called tools it had not: nothing where it chose none. */
function measure({ selection, toolsSelected, scope }: AnsweredTurn) {
  const { brokered } = selection;
  // A name that is no tool in scope is the model's mistake, not the broker's.
  const inScope = new Set(scope.usable.map(({ registered }) => registered.tool.name));
  const missed =
    brokered === null
      ? []
      : toolsSelected.filter((tool) => tool !== TOOL_SEARCH && inScope.has(tool) && !brokered.includes(tool));
  return { toolsBrokered: brokered, toolsMissed: missed };
}
