import { withSpan } from '#telemetry';
import { channelRules, traceOfScope, type Utterance } from '#tools';
import { artifactsSeen } from './tools/seen-artifacts.ts';
import { awayTools } from './tools/away-tools.ts';
import { drawerOpened } from './tools/opened-panel.ts';
import { toolCaller } from '../callers/tool-caller.ts';
import { approvalGate, unknownApprovals } from '../approvals/approval-gate.ts';
import { taskPort } from './model/run-task.ts';
import type { ClaimedTurn } from '../run/claim.repository.ts';
import type { InformedTurn, ScopedTurn, TurnPorts } from './turn-context.ts';

/** Step 4: which tools this turn may use at all, and why not the others. */
export function scope(ports: TurnPorts, turn: InformedTurn): Promise<ScopedTurn> {
  return withSpan('scope', { kind: 'scope' }, async (span) => {
    const caller = toolCaller(ports, {
      org: turn.org,
      settings: turn.settings,
      timezone: turn.timezone,
      packs: [turn.pack],
      agent: { pack: turn.agent.pack, name: turn.agent.agent.name },
      caller: { kind: turn.turn.callerKind, userId: turn.turn.callerUserId ?? undefined },
      contactId: turn.turn.contactId,
      conversationId: turn.turn.conversationId,
      turnId: turn.turn.id,
      messageText: turn.text,
      said: saidIn(turn.turn),
      language: turn.language,
      channelName: turn.turn.channel,
      voice: channelRules(turn.turn.channel) === 'voice',
      conversationTools: turn.conversationTools,
      seenArtifacts: artifactsSeen(turn.turn),
      openedDrawer: drawerOpened(turn.turn),
      approvals: approvalGate(turn.turn, turn.settings),
      tasks: taskPort(ports, turn, turn.facts),
    });
    span.setAttributes({
      'turnpike.scope.usable': caller.scope.usable.map(({ registered }) => registered.tool.name),
      'turnpike.scope.layers': JSON.stringify(traceOfScope(caller.scope)),
    });
    const unknown = unknownApprovals(ports, turn.org, turn.settings);
    if (unknown.length > 0) span.setAttribute('turnpike.scope.unknown_approvals', unknown);
    const away = awayTools(ports.registry, { pack: turn.pack, agent: turn.agent.agent.name }, caller);
    return { ...turn, scope: caller.scope, caller, facts: { ...turn.facts, ...away } };
  });
}

/** A turn is made in the moment of its message. */
function saidIn({ messageId, createdAt, seq, callerKind }: ClaimedTurn): Utterance {
  return { messageId, at: createdAt, turnSeq: seq, by: callerKind === 'contact' ? 'contact' : 'staff' };
}
