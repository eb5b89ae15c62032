import { trace } from '@opentelemetry/api';
import type { OrgTransaction } from '#database';
import { newId, wholeNumberSetting } from '#identity';
import { mayContainInsight } from '#memory';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { TOOL_SEARCH } from '#tools';
import { RECENT_TOOLS } from '../conversation.entity.ts';
import type { Completion } from '../run/turn-end.repository.ts';
import { toolGapsOf } from './tools/tool-gaps.ts';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/** Step 9: commits the turn. One transaction stores the reply, the totals, the broker's decision and the outbox tasks. */
export function commit(ports: TurnPorts, turn: AnsweredTurn): Promise<void> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('settle', { kind: 'settle' }, async (span) => {
    const completion = completionOf(turn, newId(ports.clock));
    const { messageId, reply: text, totals } = completion;
    // Evaluated before the transaction, whose statements are all sent at once.
    const extractsInsights = await mayHoldInsights(ports, turn);
    const admitted = await ports.ends.end({
      run: turn,
      event: 'turn.completed',
      payload: { messageId, text, totals },
      settings: turn.settings,
      completion,
      statements: (tx) => [
        ...(isSummaryDue(turn) ? [addSummaryTask(ports, turn, tx)] : []),
        ...(extractsInsights ? [addInsightsTask(ports, turn, tx)] : []),
      ],
    });
    span.setAttribute('turnpike.settle.admitted', admitted);
    turnSpan?.setAttribute(ATTRIBUTES.output, text);
  });
}

function completionOf(turn: AnsweredTurn, messageId: string): Completion {
  const { selection, totals, reply } = turn;
  const recent = [...turn.toolsTouched.toReversed(), ...turn.recentTools];
  return {
    messageId,
    reply,
    agent: turn.agent.agent.name,
    model: turn.route.model,
    totals,
    recentTools: [...new Set(recent)].slice(0, RECENT_TOOLS),
    decision: {
      mode: selection.mode,
      intents: turn.intents,
      toolsInScope: turn.scope.usable.length,
      toolsOffered: turn.offered.map((tool) => tool.name),
      toolsSelected: turn.toolsSelected,
      foundBySearch: turn.foundBySearch,
      toolsBrokered: selection.brokered,
      toolsMissed: missedTools(turn),
      toolGaps: toolGapsOf(turn),
      tokensInScope: turn.tokensInScope,
      tokensOffered: turn.tokensOffered,
      tokensBrokered: turn.tokensBrokered,
      cachedTokensLost: turn.cachedTokensLost,
      // Without the broker there was no decision. The console computes the reasons on request.
      reasons: selection.mode === 'off' ? {} : selection.reasons,
      ranks: selection.ranks,
      outcome: selection.outcome,
      confidence: selection.confidence,
      language: turn.language,
      ranking: selection.ranking,
      rankerVersion: selection.rankerVersion,
      scopeHash: selection.scopeHash,
      selectionUs: selection.brokered ? selection.selectionUs : null,
    },
  };
}

/** True if enough messages arrived since the last summary. Only messages count, never artifacts. */
function isSummaryDue({ settings, unsummarized }: AnsweredTurn): boolean {
  const trigger = wholeNumberSetting(settings, 'SUMMARY_TRIGGER_MESSAGES');
  return trigger > 0 && unsummarized + 1 >= trigger;
}

function addSummaryTask(ports: TurnPorts, turn: AnsweredTurn, tx: OrgTransaction): Promise<unknown> {
  const { conversationId, id: turnId } = turn.row;
  const trigger = wholeNumberSetting(turn.settings, 'SUMMARY_TRIGGER_MESSAGES');
  // The key stays the same until the summary exists, or has failed and the same number of messages arrived again.
  const portion = `${turn.summarizedTurns}:${Math.floor((turn.unsummarized + 1) / trigger)}`;
  const key = `${conversationId}:${portion}`;
  return ports.outbox.add(tx, {
    job: 'summarize',
    key,
    payload: { conversationId },
    turnId,
    conversationId,
  });
}

/** True if the message of a contact may contain something to remember and the org has enabled memory. */
async function mayHoldInsights(ports: TurnPorts, { row, text, flagContext }: AnsweredTurn): Promise<boolean> {
  if (row.callerKind !== 'contact' || !mayContainInsight(text)) return false;
  return ports.flags.isOn('semantic_memory', flagContext);
}

function addInsightsTask(ports: TurnPorts, { row }: AnsweredTurn, tx: OrgTransaction): Promise<unknown> {
  const place = { conversationId: row.conversationId, turnId: row.id };
  return ports.outbox.add(tx, { job: 'extract-insights', key: row.id, payload: place, ...place });
}

/** The called tools that the broker had not chosen, without duplicates; empty if the broker chose nothing. */
function missedTools({ selection: { brokered }, toolsSelected, scope }: AnsweredTurn): string[] {
  if (brokered === null) return [];
  // A name that is not a tool in scope is an error of the model, not of the broker.
  const inScope = new Set(scope.usable.map(({ registered }) => registered.tool.name));
  const missed = toolsSelected.filter(
    (tool) => tool !== TOOL_SEARCH && inScope.has(tool) && !brokered.includes(tool),
  );
  return [...new Set(missed)];
}
