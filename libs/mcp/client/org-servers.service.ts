import { Inject, Injectable, Optional } from '@nestjs/common';
import { TurnpikeError } from '#contracts';
import { Database, type OrgTransaction } from '#database';
import { AuditLog, SecretBox, type AuditRecord } from '#identity';
import { OutboundHttp, OutboundRefusedError } from '#outbound';
import { Changes } from '#queue';
import { ToolDefinitions } from '#tools';
import type { McpServerState } from './mcp-server-state.entity.ts';
import { McpServerRepository, type ListedServer } from './mcp-server.repository.ts';
import { orgServerKey } from './mcp-clients.ts';
import { headersPlace, isConnectionHeader } from './server-headers.ts';

export class McpServerNotFoundError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has no MCP server named ${name}.`, { code: 'UNKNOWN_MCP_SERVER', kind: 'not_found' });
  }
}

/** The address is not allowed, or a header cannot be configured. */
export class McpServerRefusedError extends TurnpikeError {
  constructor(message: string, pointer: string) {
    super(message, { code: 'MCP_SERVER_REFUSED', kind: 'invalid', pointer });
  }
}

export interface AddedServer {
  /** snake_case. */
  name: string;
  url: string;
  headers: Record<string, string>;
}

export type ServerHealth = Omit<McpServerState, 'server' | 'tools'> & { tools: string[] };

export interface ServerView extends Partial<ListedServer> {
  name: string;
  /** The pack that declares the server; null for an org's own server. */
  pack: string | null;
  health: ServerHealth[];
}

/**
 * Manages the MCP servers of orgs. Orgs may only add URLs; only packs may declare child processes. No process connects to
 * a server before an admin approves it.
 */
@Injectable()
export class OrgServers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(McpServerRepository) private readonly repository: McpServerRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(ToolDefinitions) private readonly definitions: Pick<ToolDefinitions, 'withdraw'>,
    @Inject(SecretBox) private readonly sealer: { seal(place: string, secret: string): string },
    /** Absent in programs that only inspect tools and cannot add servers. */
    @Optional() @Inject(OutboundHttp) private readonly http?: OutboundHttp,
  ) {}

  /** Lists the servers of the org and of the packs, with their state in each process. @param orgId null: packs only. */
  async list(orgId: string | null): Promise<ServerView[]> {
    const own = orgId === null ? [] : await this.database.forOrg(orgId, (tx) => this.repository.list(tx));
    const states = await this.database.asPlatform('servers of packs belong to no org', (tx) =>
      this.repository.states(tx),
    );
    const healthOf = (key: string) => states.filter(({ server }) => server === key).map(toHealth);
    const ofPacks = [...new Set(states.map(({ server }) => server))].filter((key) => !key.startsWith('org/'));
    return [
      ...own.map((server) => ({
        ...server,
        pack: null,
        health: healthOf(orgServerKey(orgId ?? '', server.name)),
      })),
      ...ofPacks.map((key) => {
        const [pack = '', name = ''] = key.split('/');
        return { name, pack, health: healthOf(key) };
      }),
    ];
  }

  /**
   * @throws TurnpikeError MCP_SERVER_EXISTS; McpServerRefusedError; SecretsKeyMissingError for headers without an encryption
   *   key.
   */
  async add(
    orgId: string,
    { name, url, headers }: AddedServer,
    actor: AuditRecord['actor'] & { userId: string },
  ): Promise<void> {
    this.checkAddress(url);
    const headerNames = Object.keys(headers);
    const own = headerNames.find(isConnectionHeader);
    if (own !== undefined)
      throw new McpServerRefusedError(
        `The header ${own} is set by the connection itself and cannot be configured.`,
        `/headers/${own}`,
      );
    const sealed =
      headerNames.length === 0 ? null : this.sealer.seal(headersPlace(orgId, name), JSON.stringify(headers));
    return this.change(orgId, actor, 'mcp_server.add', name, { url, headerNames }, async (tx) => {
      const server = { name, url, headers: sealed, headerNames, createdBy: actor.userId };
      if (!(await this.repository.insert(tx, server)))
        throw new TurnpikeError(`The org already has an MCP server named ${name}.`, {
          code: 'MCP_SERVER_EXISTS',
          kind: 'conflict',
        });
    });
  }

  /** Lets the processes connect. @throws McpServerNotFoundError, also for a server that is already approved. */
  approve(orgId: string, name: string, actor: AuditRecord['actor'] & { userId: string }): Promise<void> {
    return this.change(orgId, actor, 'mcp_server.approve', name, { approved: true }, async (tx) => {
      if (!(await this.repository.approve(tx, name, actor.userId))) throw new McpServerNotFoundError(name);
    });
  }

  /** Removes the server; its tools disappear within 2 s, those held back from the inbox too. @throws McpServerNotFoundError */
  async remove(orgId: string, name: string, actor: AuditRecord['actor']): Promise<void> {
    const known = (await this.list(orgId)).find((server) => server.pack === null && server.name === name);
    await this.change(orgId, actor, 'mcp_server.remove', name, undefined, async (tx) => {
      if (!(await this.repository.remove(tx, name))) throw new McpServerNotFoundError(name);
    });
    await this.definitions.withdraw(orgId, known?.health.flatMap(({ tools }) => tools) ?? []);
  }

  /** Checks the URL itself. The host name is resolved and checked at each connection. */
  private checkAddress(url: string): void {
    if (!this.http) throw new TypeError('A server cannot be added without the guard of addresses');
    try {
      this.http.guard.checkUrl(url);
    } catch (error) {
      if (!(error instanceof OutboundRefusedError)) throw error;
      throw new McpServerRefusedError(error.message, '/url');
    }
  }

  private change(
    orgId: string,
    actor: AuditRecord['actor'],
    action: string,
    name: string,
    after: unknown,
    work: (tx: OrgTransaction) => Promise<void>,
  ): Promise<void> {
    return this.database.forOrg(orgId, async (tx) => {
      await work(tx);
      await this.audit.record(tx, { actor, action, target: `mcp_server:${name}`, after });
      await this.changes.announce(tx, 'mcp_servers');
    });
  }
}

function toHealth({ server: _server, tools, ...rest }: McpServerState): ServerHealth {
  return { ...rest, tools: tools.map(({ name }) => name) };
}
