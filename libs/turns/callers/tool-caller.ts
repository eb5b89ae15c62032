import type { Clock } from '#config';
import type { CallerKind } from '#contracts';
import type { Database } from '#database';
import { isUuid, type Org, type OrgSettings } from '#identity';
import type { HttpPort } from '#outbound';
import {
  scopeTools,
  type AgentRef,
  type ApprovalGate,
  type ConversationTools,
  type MemoryPort,
  type ModelTasksPort,
  type Pack,
  type ToolCaller,
  type ToolRegistry,
} from '#tools';
import { contactExists, conversationExists } from '../pipeline/parts/existence.read-model.ts';
import { sharedPort } from '../pipeline/parts/shared-port.ts';
import type { TurnPorts } from '../pipeline/turn-context.ts';
import { disabledToolsOf } from '../disabled-tools.ts';

/** What every tool call stands on, whoever asks for it. */
export interface CallerPorts {
  database: Database;
  clock: Clock;
  registry: ToolRegistry;
  memory: MemoryPort;
  http: HttpPort;
  mail: TurnPorts['mail'];
}

/** Who asks for tools, and from where. */
export interface CallerRequest {
  org: Pick<Org, 'id' | 'slug' | 'packs'>;
  settings: OrgSettings;
  timezone: string;
  /** Whose agents, tasks and references count. */
  packs: readonly Pack[];
  agent: AgentRef | readonly AgentRef[];
  caller: { kind: CallerKind; userId?: string; keyId?: string };
  contactId?: string;
  conversationId?: string;
  turnId?: string;
  messageText: string;
  language: string;
  channelName: string;
  /** Takes the rules of voice; every other channel those of chat. */
  voice: boolean;
  conversationTools: ConversationTools;
  approvals: ApprovalGate;
  tasks: ModelTasksPort;
}

/** Whoever calls tools, with what they may use and what they may call: the one place for turns and for calls from elsewhere. */
export function toolCaller(ports: CallerPorts, request: CallerRequest): ToolCaller {
  const { org, settings, packs, conversationTools, voice, ...rest } = request;
  const channel = voice ? 'voice' : 'chat';
  const { database, clock, memory, http } = ports;
  return {
    org: { id: org.id, slug: org.slug },
    caller: rest.caller,
    contactId: rest.contactId,
    conversationId: rest.conversationId,
    turnId: rest.turnId,
    messageText: rest.messageText,
    channel,
    channelName: rest.channelName,
    language: rest.language,
    timezone: rest.timezone,
    clock,
    settings,
    memory,
    http,
    mail: ports.mail.forOrg(org.id, settings),
    shared: rest.conversationId === undefined ? undefined : sharedPort(database, org.id, rest.conversationId),
    datasets: packs.flatMap((pack) => pack.datasets ?? []),
    tasks: rest.tasks,
    approvals: rest.approvals,
    scope: scopeTools({
      registry: ports.registry.effective(org.id),
      agent: rest.agent,
      orgPacks: org.packs,
      disabledTools: disabledToolsOf(settings),
      channel,
      caller: rest.caller.kind,
      conversation: conversationTools,
    }),
    contactExists: (contactId) => database.forOrgAtOnce(org.id, (tx) => contactExists(tx, contactId)),
    conversationExists: async (id) =>
      isUuid(id) && database.forOrgAtOnce(org.id, (tx) => conversationExists(tx, id)),
    referenceExists: (reference) => isReference(database, org.id, packs, reference),
  };
}

/** True when one of the packs knows what is referred to. */
async function isReference(
  database: Database,
  orgId: string,
  packs: readonly Pack[],
  reference: string,
): Promise<boolean> {
  for (const { referenceExists } of packs) {
    if (referenceExists && (await database.forOrg(orgId, (tx) => referenceExists(tx, reference))))
      return true;
  }
  return false;
}
