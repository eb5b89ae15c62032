import { artifactsOfCaller, type ArtifactService } from '#artifacts';
import type { Clock } from '#config';
import type { CallerKind } from '#contracts';
import type { Database } from '#database';
import { isUuid, type Org, type OrgSettings } from '#identity';
import type { HttpPort } from '#outbound';
import {
  artifactKindsOf,
  scopeTools,
  type AgentRef,
  type ApprovalGate,
  type ConversationTools,
  type DrawersPort,
  type MemoryPort,
  type ModelTasksPort,
  type Pack,
  type ToolCaller,
  type ToolRegistry,
} from '#tools';
import { conversationPort } from './conversation-port.read-model.ts';
import { contactExists, conversationExists, holdContact } from './existence.read-model.ts';
import { sharedPort } from './shared-port.ts';
import type { TurnPorts } from '../pipeline/turn-context.ts';
import { disabledToolsOf } from './disabled-tools.ts';

/** What every tool call stands on, whoever asks for it. */
export interface CallerPorts {
  database: Database;
  clock: Clock;
  registry: ToolRegistry;
  memory: MemoryPort;
  artifacts: ArtifactService;
  http: HttpPort;
  mail: TurnPorts['mail'];
  files: TurnPorts['files'];
  calls: TurnPorts['calls'];
  modelRegistry: TurnPorts['modelRegistry'];
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
  said?: ToolCaller['said'];
  language: string;
  channelName: string;
  /** Takes the rules of voice; every other channel those of chat. */
  voice: boolean;
  conversationTools: ConversationTools;
  /** Versions of artifacts that an earlier run of the turn has read or written, by kind. */
  seenArtifacts?: ReadonlyMap<string, number>;
  /** The drawer that an earlier run of the turn has opened. */
  openedDrawer?: string;
  approvals: ApprovalGate;
  tasks: ModelTasksPort;
}

/** Whoever calls tools, with what they may use and what they may call: the one place for turns and for calls from elsewhere. */
export function toolCaller(ports: CallerPorts, request: CallerRequest): ToolCaller {
  const { org, settings, packs, conversationTools, voice, seenArtifacts, ...rest } = request;
  const channel = voice ? 'voice' : 'chat';
  const { database, clock, memory, http } = ports;
  return {
    org: { id: org.id, slug: org.slug },
    caller: rest.caller,
    contactId: rest.contactId,
    conversationId: rest.conversationId,
    turnId: rest.turnId,
    messageText: rest.messageText,
    said: rest.said,
    channel,
    channelName: rest.channelName,
    language: rest.language,
    timezone: rest.timezone,
    clock,
    settings,
    memory,
    http,
    mail: ports.mail.forOrg(org.id, settings),
    artifacts:
      rest.conversationId === undefined
        ? undefined
        : artifactsOfCaller(ports.artifacts, {
            orgId: org.id,
            conversationId: rest.conversationId,
            packs,
            author: authorOf(request),
            seen: seenArtifacts,
          }),
    artifactKinds: artifactKindsOf(packs),
    ...(rest.conversationId !== undefined && ofConversation(ports, request, rest.conversationId)),
    drawers: rest.turnId === undefined ? undefined : drawersOfTurn(request.openedDrawer),
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
    holdContact: (tx, contactId) => holdContact(tx, contactId, clock.now()),
    ...whatExists(ports, request),
  };
}

/** One drawer opens per reply: the first that is asked for. */
function drawersOfTurn(before: string | undefined): DrawersPort {
  let opened = before;
  return {
    open: (drawer) => {
      opened ??= drawer;
      return opened === drawer;
    },
  };
}

/** In a turn the agent writes; from outside the user of the key does, or the key itself. */
function authorOf({ agent, caller, turnId, channelName }: CallerRequest) {
  if (turnId !== undefined && 'name' in agent) return { kind: 'agent' as const, agent: agent.name, turnId };
  return caller.userId === undefined
    ? { kind: 'agent' as const, agent: channelName }
    : { kind: 'user' as const, userId: caller.userId };
}

function ofConversation(ports: CallerPorts, request: CallerRequest, conversationId: string) {
  const { settings, turnId } = request;
  const orgId = request.org.id;
  return {
    conversation: conversationPort(ports.database, { orgId, conversationId, turnId }),
    shared: sharedPort(ports, { orgId, conversationId, settings }),
  };
}

/**
 * Which conversations and references a model may name beside those of the context. An end customer reaches their own
 * alone, and learns of others as little as of those that do not exist.
 */
function whatExists(
  { database }: CallerPorts,
  { org, packs, caller, contactId, conversationId }: CallerRequest,
): Pick<ToolCaller, 'conversationExists' | 'referenceExists'> {
  const isCustomer = caller.kind === 'contact';
  const onlyOf = isCustomer ? contactId : undefined;
  const reachesOthers = !isCustomer || contactId !== undefined;
  return {
    conversationExists: async (id) =>
      id === conversationId ||
      (reachesOthers &&
        isUuid(id) &&
        (await database.forOrgAtOnce(org.id, (tx) => conversationExists(tx, id, onlyOf)))),
    referenceExists: async (reference) =>
      reachesOthers && (await isReference(database, org.id, packs, reference, onlyOf)),
  };
}

/** True when one of the packs knows what is referred to. */
async function isReference(
  database: Database,
  orgId: string,
  packs: readonly Pack[],
  reference: string,
  contactId: string | undefined,
): Promise<boolean> {
  for (const { referenceExists } of packs) {
    if (referenceExists && (await database.forOrg(orgId, (tx) => referenceExists(tx, reference, contactId))))
      return true;
  }
  return false;
}
