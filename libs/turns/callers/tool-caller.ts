import { artifactsOfCaller, type ArtifactService, type FileService } from '#artifacts';
import type { Clock } from '#config';
import type { CallerKind } from '#contracts';
import type { Database } from '#database';
import { isUuid, type Org, type OrgSettings } from '#identity';
import type { CallLedger, ModelCalls, ModelRegistry } from '#models';
import type { Mail } from '#outbound';
import { type HttpPort, type DrawersPort, type MemoryPort, type ModelTasksPort, type Pack } from '#pack-kit';
import {
  artifactKindsOf,
  scopeTools,
  type AgentRef,
  type ApprovalGate,
  type ConversationTools,
  type ToolCaller,
  type ToolRegistry,
} from '#tools';
import { conversationPort } from './conversation-port.read-model.ts';
import { contactExists, conversationExists, lockContact } from './existence.read-model.ts';
import { picturesOfTurn } from './pictures-of-turn.ts';
import { sharedPort } from './shared-port.ts';
import { disabledToolsOf } from './disabled-tools.ts';

export interface CallerPorts {
  database: Database;
  clock: Clock;
  registry: ToolRegistry;
  memory: MemoryPort;
  artifacts: ArtifactService;
  http: HttpPort;
  mail: Mail;
  files: FileService;
  calls: ModelCalls;
  modelRegistry: ModelRegistry;
}

/** A caller of tools, with its channel and conversation. */
export interface CallerRequest {
  org: Pick<Org, 'id' | 'slug' | 'packs'>;
  settings: OrgSettings;
  timezone: string;
  /** The packs whose agents, tasks and references are used. */
  packs: readonly Pack[];
  agent: AgentRef | readonly AgentRef[];
  caller: { kind: CallerKind; userId?: string; keyId?: string };
  contactId?: string;
  conversationId?: string;
  turnId?: string;
  ledger?: CallLedger;
  messageText: string;
  said?: ToolCaller['said'];
  language: string;
  channelName: string;
  /** True for the rules of voice; every other channel has those of chat. */
  voice: boolean;
  conversationTools: ConversationTools;
  /** Versions of artifacts that an earlier run of the turn read or wrote, by kind. */
  seenArtifacts?: ReadonlyMap<string, number>;
  /** The panel that an earlier run of the turn opened. */
  openedPanel?: string;
  approvals: ApprovalGate;
  tasks: ModelTasksPort;
}

/** Builds the caller of tools with its scope and its ports, for turns and for outside calls. */
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
    keepPicture: picturesOfTurn(ports, request),
    drawers: rest.turnId === undefined ? undefined : panelsOfTurn(request.openedPanel),
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
    lockContact: (tx, contactId) => lockContact(tx, contactId, clock.now()),
    ...existencePorts(ports, request),
  };
}

/** One panel opens per reply: the first that a tool requests. */
function panelsOfTurn(openedBefore: string | undefined): DrawersPort {
  let opened = openedBefore;
  return {
    open: (drawer) => {
      opened ??= drawer;
      return opened === drawer;
    },
  };
}

/** The author of artifacts: in a turn the agent; outside, the user of the key or the key itself. */
function authorOf({ agent, caller, turnId, channelName }: CallerRequest) {
  if (turnId !== undefined && 'name' in agent) return { kind: 'agent' as const, agent: agent.name, turnId };
  return caller.userId === undefined
    ? { kind: 'agent' as const, agent: channelName }
    : { kind: 'user' as const, userId: caller.userId };
}

function ofConversation(ports: CallerPorts, request: CallerRequest, conversationId: string) {
  const { settings, turnId, ledger } = request;
  const orgId = request.org.id;
  return {
    conversation: conversationPort(ports.database, { orgId, conversationId, turnId }),
    shared: sharedPort(ports, { orgId, conversationId, settings, ledger }),
  };
}

/**
 * The conversations and references that a model may name beside those of the context. For a contact, those of others look
 * the same as those that do not exist.
 */
function existencePorts(
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

/** True if one of the packs knows the reference. */
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
