import type { OrgTransaction } from '#database';
import { newId, wholeNumberSetting } from '#identity';
import { mayTell } from '#memory';
import { withSpan } from '#telemetry';
import { TOOL_SEARCH } from '#tools';
import { AdmissionRepository, laneOf, runningTurnsLimit } from '../admission/admission.repository.ts';
import { RECENT_TOOLS } from '../conversation.entity.ts';
import { TurnEndRepository } from '../run/turn-end.repository.ts';
import { toolGapsOf } from './tools/tool-gaps.ts';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/** Step 9: in one transaction the reply, the totals, the broker's decision and the end of the turn. */
export function settle(ports: TurnPorts, turn: AnsweredTurn): Promise<void> {
  return withSpan('settle', { kind: 'settle' }, async (span) => {
    const messageId = newId(ports.clock);
    // Before the transaction, which takes all its statements at once.
    const toldSomething = await mayHaveTold(ports, turn);
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
          toolGaps: toolGapsOf(turn),
          tokensInScope: turn.tokensInScope,
          tokensOffered: turn.tokensOffered,
          tokensBrokered: turn.tokensBrokered,
          cachedTokensLost: turn.cachedTokensLost,
          // Nothing was decided while the broker is off: what is asked for later is found anew.
          reasons: turn.selection.mode === 'off' ? {} : turn.selection.reasons,
          ranks: turn.selection.ranks,
          outcome: turn.selection.outcome,
          confidence: turn.selection.confidence,
          language: turn.language,
          ranking: turn.selection.ranking,
          rankerVersion: turn.selection.rankerVersion,
          scopeHash: turn.selection.scopeHash,
          selectionUs: turn.selection.brokered ? turn.selection.selectionUs : null,
        },
      });
      const summary = askForSummary(ports, turn, tx);
      const extraction = toldSomething ? askForInsights(ports, turn, tx) : undefined;
      const told = ports.webhooks.add(tx, 'turn.completed', turn.turn, turn.settings);
      const admitted = new AdmissionRepository(tx).goOn(
        turn.turn.conversationId,
        laneOf(turn.turn.channel),
        runningTurnsLimit(turn.settings),
      );
      const [next] = await Promise.all([admitted, held, written, completed, told, summary, extraction]);
      return next;
    });
    span.setAttribute('turnpike.settle.admitted', next.length);
    await ports.queue.enqueueAll(next);
  });
}

/** One follow-up where enough was said since the last summary. Only messages count, never artifacts. */
async function askForSummary(ports: TurnPorts, turn: AnsweredTurn, tx: OrgTransaction): Promise<void> {
  const trigger = wholeNumberSetting(turn.settings, 'SUMMARY_TRIGGER_MESSAGES');
  const withReply = turn.unsummarized + 1;
  if (trigger === 0 || withReply < trigger) return;
  const { conversationId, id: turnId } = turn.turn;
  // Until that one is made, or has failed and as much again was said, no second one is asked for.
  const portion = `${turn.summarizedTurns}:${Math.floor(withReply / trigger)}`;
  await ports.followUps.add(tx, {
    job: 'summarize',
    key: `${conversationId}:${portion}`,
    payload: { conversationId },
    turnId,
    conversationId,
  });
}

/** Whether the contact may have told something that is worth remembering, where anything is to be remembered. */
async function mayHaveTold(ports: TurnPorts, { turn, text }: AnsweredTurn): Promise<boolean> {
  const { orgId, conversationId, callerKind } = turn;
  if (callerKind !== 'contact' || !mayTell(text)) return false;
  return ports.flags.isOn('semantic_memory', { orgId, conversationId });
}

async function askForInsights(ports: TurnPorts, turn: AnsweredTurn, tx: OrgTransaction): Promise<void> {
  const { conversationId, id: turnId } = turn.turn;
  await ports.followUps.add(tx, {
    job: 'extract-insights',
    key: turnId,
    payload: { conversationId, turnId },
    turnId,
    conversationId,
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
  // A tool that was called twice was missed once.
  return { toolsBrokered: brokered, toolsMissed: [...new Set(missed)] };
}
