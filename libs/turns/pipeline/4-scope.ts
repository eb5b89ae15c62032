import { isUuid } from '#identity';
import { withSpan } from '#telemetry';
import { scopeTools, traceOfScope, type ChannelRules } from '#tools';
import { disabledToolsOf } from '../disabled-tools.ts';
import { approvalGate } from './parts/approval-gate.ts';
import { contactExists, conversationExists } from './parts/existence.read-model.ts';
import { taskPort } from './parts/run-task.ts';
import { sharedPort } from './parts/shared-port.ts';
import type { InformedTurn, ScopedTurn, TurnPorts } from './turn-context.ts';

/** Step 4: which tools this turn may use at all, and why not the others. */
export function scope(ports: TurnPorts, turn: InformedTurn): Promise<ScopedTurn> {
  return withSpan('scope', { kind: 'scope' }, async (span) => {
    const channel: ChannelRules = turn.turn.channel === 'voice' ? 'voice' : 'chat';
    const found = scopeTools({
      registry: ports.registry.effective(turn.org.id),
      agent: { pack: turn.agent.pack, name: turn.agent.agent.name },
      orgPacks: turn.org.packs,
      disabledTools: disabledToolsOf(turn.settings),
      channel,
      caller: turn.turn.callerKind,
      conversation: turn.conversationTools,
    });
    span.setAttributes({
      'turnpike.scope.usable': found.usable.map(({ registered }) => registered.tool.name),
      'turnpike.scope.layers': JSON.stringify(traceOfScope(found)),
    });
    const caller = {
      org: { id: turn.org.id, slug: turn.org.slug },
      caller: { kind: turn.turn.callerKind, userId: turn.turn.callerUserId ?? undefined },
      contactId: turn.turn.contactId,
      conversationId: turn.turn.conversationId,
      turnId: turn.turn.id,
      messageText: turn.text,
      channel,
      channelName: turn.turn.channel,
      language: turn.language,
      timezone: turn.timezone,
      clock: ports.clock,
      settings: turn.settings,
      memory: ports.memory,
      http: ports.http,
      shared: sharedPort(ports.database, turn.org.id, turn.turn.conversationId),
      datasets: turn.pack.datasets ?? [],
      mail: ports.mail.forOrg(turn.org.id, turn.settings),
      scope: found,
      approvals: approvalGate(turn.turn, turn.settings),
      ...packPorts(ports, turn),
    };
    return { ...turn, scope: found, caller };
  });
}

/** What tools ask of the pack and its contacts. */
function packPorts(ports: TurnPorts, turn: InformedTurn) {
  return {
    tasks: taskPort(ports, turn, turn.facts),
    contactExists: (contactId: string) =>
      ports.database.forOrgAtOnce(turn.org.id, (tx) => contactExists(tx, contactId)),
    conversationExists: async (id: string) =>
      isUuid(id) && ports.database.forOrgAtOnce(turn.org.id, (tx) => conversationExists(tx, id)),
    referenceExists: async (reference: string) => {
      const { referenceExists } = turn.pack;
      return referenceExists
        ? ports.database.forOrg(turn.org.id, (tx) => referenceExists(tx, reference))
        : false;
    },
  };
}
