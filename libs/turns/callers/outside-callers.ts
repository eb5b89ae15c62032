import type { CallerKind, UserRole } from '#contracts';
import { isUuid, timeZone, type OrgSettings } from '#identity';
import {
  McpCallerRefusedError,
  McpConversationNotFoundError,
  type McpCallers,
  type McpConnection,
  type OpenedConnection,
} from '#mcp';
import { artifactKindsOf, channelProfile, everyTool, type AgentRef, type ApprovalGate } from '#tools';
import { type Pack } from '#pack-kit';
import { gateWithoutTurn } from '../approvals/approval-gate.ts';
import { artifactResource } from './artifact-resource.ts';
import { calledConversation } from './callers.read-model.ts';
import { tasksWithoutTurn, type TasksPorts } from './tasks-without-turn.ts';
import { toolCaller, type CallerPorts } from './tool-caller.ts';

/** Language of a call without conversation and text. */
const DEFAULT_LANGUAGE = 'en';
const MCP_CHANNEL = 'mcp';

/** A connection that calls tools outside of turns: an MCP client, or the console. */
export interface OutsideConnection extends Pick<
  McpConnection,
  'org' | 'keyId' | 'user' | 'voice' | 'conversationId'
> {
  /** Channel in the audit rows of its calls; that of MCP if absent. */
  channelName?: string;
  /** The gate for calls that need an approval; without it they fail. */
  approvals?: (settings: OrgSettings) => ApprovalGate;
}

export interface OutsideCallerPorts extends CallerPorts, TasksPorts {
  orgs: { settingsOf(orgId: string): Promise<OrgSettings> };
}

/** Callers of tools outside of turns: MCP clients and people in the console. They may use the tools of every agent of the org's packs. */
export class OutsideCallers implements McpCallers {
  constructor(private readonly ports: OutsideCallerPorts) {}

  async open(connection: OutsideConnection, signal: AbortSignal): Promise<OpenedConnection> {
    const { org, channelName = MCP_CHANNEL, approvals = gateWithoutTurn } = connection;
    const kind = kindOf(connection.user?.role);
    const [settings, conversation] = await Promise.all([
      this.ports.orgs.settingsOf(org.id),
      this.conversationOf(connection),
    ]);
    const orgPacks = [...org.packs, ...this.guestsOf(org.slug)];
    const packs = this.packsOf(orgPacks, conversation?.pack);
    const timezone = timeZone(settings, 'ORG_TIMEZONE');
    const language = conversation?.language ?? DEFAULT_LANGUAGE;
    const caller = toolCaller(this.ports, {
      org: { ...org, packs: orgPacks },
      settings,
      timezone,
      packs,
      agent: agentsOf(packs),
      caller: { kind, userId: connection.user?.id, keyId: connection.keyId ?? undefined },
      contactId: conversation?.contactId,
      conversationId: conversation?.id,
      messageText: '',
      language,
      channelName,
      voice: connection.voice,
      conversationTools: conversation?.tools ?? everyTool,
      approvals: approvals(settings),
      tasks: tasksWithoutTurn(this.ports, packs, {
        facts: {
          orgId: org.id,
          pack: packs[0]?.name ?? '',
          agent: '',
          contactId: conversation?.contactId ?? null,
          conversationId: conversation?.id ?? null,
          userId: connection.user?.id ?? null,
          channel: channelName,
          language,
          timezone,
          now: this.ports.clock.now(),
        },
        highestTier: channelProfile(connection.voice ? 'voice' : 'chat', settings).highestTier,
        signal,
      }),
    });
    return {
      caller,
      packs,
      resources: [artifactResource(this.ports.artifacts, artifactKindsOf(packs))],
    };
  }

  private async conversationOf({ org, conversationId }: OutsideConnection) {
    if (conversationId === null) return undefined;
    const found = isUuid(conversationId)
      ? await calledConversation(this.ports.database, org.id, conversationId)
      : undefined;
    if (!found) throw new McpConversationNotFoundError();
    return found;
  }

  private guestsOf(slug: string): string[] {
    return this.ports.registry.packs.filter((pack) => pack.guestOf === slug).map(({ name }) => name);
  }

  /** The installed packs of the org; for a conversation, only its own. */
  private packsOf(names: readonly string[], only: string | undefined): Pack[] {
    const wanted = only === undefined ? names : names.filter((name) => name === only);
    return wanted.flatMap((name) => this.ports.registry.pack(name) ?? []);
  }
}

function agentsOf(packs: readonly Pack[]): AgentRef[] {
  return packs.flatMap((pack) => pack.agents.map(({ name }) => ({ pack: pack.name, name })));
}

/** @throws McpCallerRefusedError for an analyst. */
function kindOf(role: UserRole | undefined): CallerKind {
  switch (role) {
    case undefined:
      return 'contact';
    case 'member':
      return 'staff';
    case 'org_admin':
    case 'platform_admin':
      return 'admin';
    case 'analyst':
      throw new McpCallerRefusedError('This key acts for an analyst, who may not call tools.');
  }
}
