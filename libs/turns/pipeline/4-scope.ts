import { withSpan } from '#telemetry';
import { channelRules, traceOfScope } from '#tools';
import { type Utterance } from '#pack-kit';
import { seenArtifacts } from './tools/seen-artifacts.ts';
import { openedPanel } from './tools/opened-panel.ts';
import { toolCaller } from '../callers/tool-caller.ts';
import { approvalGate, unknownApprovals } from '../approvals/approval-gate.ts';
import { taskPort } from './model/run-task.ts';
import type { TurnRow } from '../run/claimed-turn.ts';
import type { InformedTurn, ScopedTurn, TurnPorts } from './turn-context.ts';

/** Step 4: finds the tools that this turn may use, and the reasons against the other tools. */
export function scope(ports: TurnPorts, turn: InformedTurn): Promise<ScopedTurn> {
  return withSpan('scope', { kind: 'scope' }, async (span) => {
    const caller = toolCaller(ports, {
      org: turn.org,
      settings: turn.settings,
      timezone: turn.timezone,
      packs: [turn.pack],
      agent: { pack: turn.agent.pack, name: turn.agent.agent.name },
      caller: { kind: turn.row.callerKind, userId: turn.row.callerUserId ?? undefined },
      contactId: turn.row.contactId,
      conversationId: turn.row.conversationId,
      turnId: turn.row.id,
      ledger: turn.log,
      messageText: turn.text,
      said: utteranceOf(turn.row),
      language: turn.language,
      channelName: turn.row.channel,
      voice: channelRules(turn.row.channel) === 'voice',
      conversationTools: turn.conversationTools,
      seenArtifacts: seenArtifacts(turn.earlier),
      openedPanel: openedPanel(turn.earlier),
      approvals: approvalGate(turn.earlier, turn.settings),
      tasks: taskPort(ports, turn, turn.facts),
    });
    // The span of the broker names the usable tools, of more than 200 only their number and the best.
    span.setAttribute('turnpike.scope.layers', JSON.stringify(traceOfScope(caller.scope)));
    const unknown = unknownApprovals(ports, turn.org, turn.settings);
    if (unknown.length > 0) span.setAttribute('turnpike.scope.unknown_approvals', unknown);
    return { ...turn, scope: caller.scope, caller };
  });
}

/** The message of the turn. Its time is the turn's creation time, because both are created together. */
function utteranceOf({ messageId, createdAt, seq, callerKind }: TurnRow): Utterance {
  return { messageId, at: createdAt, turnSeq: seq, by: callerKind === 'contact' ? 'contact' : 'staff' };
}
