import { TurnpikeError } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import type { AuditLog, AuditRecord } from '#identity';
import type { Changes } from '#queue';
import type { ListedServer, McpServerRepository, ReportedState } from './mcp-server.repository.ts';
import { orgServerKey } from './mcp-clients.ts';
import { headersPlace } from './server-headers.ts';

export class McpServerExistsError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has an MCP server named ${name}.`, { code: 'mcp_server_exists', kind: 'conflict' });
  }
}

export class McpServerNotFoundError extends TurnpikeError {
  constructor(name: string) {
    super(`The org has no such MCP server named ${name}.`, { code: 'unknown_mcp_server', kind: 'not_found' });
  }
}

export interface AddedServer {
  /** snake_case. */
  name: string;
  url: string;
  headers: Record<string, string>;
}

/** How the processes get on with one server. */
export type ServerHealth = Omit<ReportedState, 'server' | 'tools'> & { tools: string[] };

export interface ServerView extends Partial<ListedServer> {
  name: string;
  /** Of the server of a pack; null for the org's own. */
  pack: string | null;
  health: ServerHealth[];
}

/**
 * The MCP servers that orgs name. They give an address: what runs as a child process is named by packs, which are code.
 * Nobody connects to one before an admin has approved it.
 */
export class OrgServers {
  constructor(
    private readonly database: Database,
    private readonly repository: McpServerRepository,
    private readonly audit: AuditLog,
    private readonly changes: Changes,
    private readonly sealer: { seal(place: string, secret: string): string },
  ) {}

  /** The org's own and those of the packs, with how each process gets on with them. @param orgId null: packs only. */
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

  /** @throws McpServerExistsError; SecretsKeyMissingError for headers where nothing can be encrypted. */
  add(
    orgId: string,
    { name, url, headers }: AddedServer,
    actor: AuditRecord['actor'] & { userId: string },
  ): Promise<void> {
    const headerNames = Object.keys(headers);
    const sealed =
      headerNames.length === 0 ? null : this.sealer.seal(headersPlace(orgId, name), JSON.stringify(headers));
    return this.change(orgId, actor, 'mcp_server.add', name, { url, headerNames }, async (tx) => {
      const server = { name, url, headers: sealed, headerNames, createdBy: actor.userId };
      if (!(await this.repository.insert(tx, server))) throw new McpServerExistsError(name);
    });
  }

  /** Lets the processes connect. @throws McpServerNotFoundError, also for one that does not wait. */
  approve(orgId: string, name: string, actor: AuditRecord['actor'] & { userId: string }): Promise<void> {
    return this.change(orgId, actor, 'mcp_server.approve', name, { approved: true }, async (tx) => {
      if (!(await this.repository.approve(tx, name, actor.userId))) throw new McpServerNotFoundError(name);
    });
  }

  /** Its tools are gone within 2 s. @throws McpServerNotFoundError */
  remove(orgId: string, name: string, actor: AuditRecord['actor']): Promise<void> {
    return this.change(orgId, actor, 'mcp_server.remove', name, undefined, async (tx) => {
      if (!(await this.repository.remove(tx, name))) throw new McpServerNotFoundError(name);
    });
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

function toHealth({ server: _server, tools, ...rest }: ReportedState): ServerHealth {
  return { ...rest, tools: tools.map(({ name }) => name) };
}
