import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#config';
import type { Database } from '#database';
import type { Changes } from '#queue';
import type { ToolDefinitions, ToolRegistry, ToolServer } from '#tools';
import type { McpServerSpec, Pack } from '#pack-kit';
import type { McpServerRow } from './mcp-server.entity.ts';
import type { McpServerState } from './mcp-server-state.entity.ts';
import type { McpServerRepository } from './mcp-server.repository.ts';
import type { NamedVariables, StreamingHttp } from './open-transport.ts';
import { ServerConnection } from './server-connection.ts';
import { headersPlace } from './server-headers.ts';

/** Processes say this often how they get on with their servers. */
const REPORT_MS = 10_000;
/** A start waits no longer than this for the packs' own servers; a loaded machine takes some seconds for each. */
const FIRST_TRY_MS = 10_000;

/** The processes that connect; `mcp` serves one client on stdio. */
export type McpClientApp = 'worker' | 'api' | 'mcp';

export interface McpClientParts {
  registry: ToolRegistry;
  definitions: ToolDefinitions;
  database: Database;
  repository: McpServerRepository;
  changes: Changes;
  clock: Clock;
  http: StreamingHttp;
  /** The deployment's, for the processes of packs. */
  variables: NamedVariables;
  /** Opens what was sealed of headers. */
  sealer: { open(place: string, sealed: string): string };
  logger: {
    info(context: object, message: string): void;
    warn(context: object, message: string): void;
  };
  app: McpClientApp;
}

interface Wanted {
  server: ToolServer;
  spec: McpServerSpec;
  /** Why it cannot be connected to at all. */
  unusable?: Error;
}

type ApprovedServer = Pick<McpServerRow, 'orgId' | 'name' | 'url' | 'headers'>;

const noHeaders: Record<string, string> = {};

/** The MCP servers of the packs and of the orgs, as this process is connected to them; their tools are in the registry. */
export class McpClients {
  private readonly process = randomUUID();
  private readonly connections = new Map<
    string,
    { connection: ServerConnection; wanted: Wanted; made: string }
  >();
  private unsubscribe: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> = Promise.resolve();
  private toldTools: string | undefined;

  constructor(private readonly parts: McpClientParts) {}

  /**
   * Connects in the background, and goes on trying.
   *
   * @returns when the packs' own processes that are started at once have come up, or could not, so that the first turn
   *   finds their tools; a server that is away keeps no process from starting.
   */
  async start(): Promise<void> {
    const firstTries = this.parts.registry.packs.flatMap((pack) =>
      serversOf(pack).flatMap((wanted) => {
        const tried = this.connect(wanted);
        return 'command' in wanted.spec.address ? [tried] : [];
      }),
    );
    this.unsubscribe = this.parts.changes.subscribe('mcp_servers', () => this.followOrgs());
    this.timer = setInterval(() => this.report(), REPORT_MS);
    this.timer.unref();
    const patience = new AbortController();
    const waited = delay(FIRST_TRY_MS, undefined, { signal: patience.signal, ref: false }).catch(
      () => undefined,
    );
    await Promise.race([Promise.all(firstTries), waited]);
    patience.abort();
  }

  async close(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.timer);
    const open = [...this.connections.values()];
    this.connections.clear();
    // Said at once: a server may take seconds to end, and whoever stops this process may not wait for that.
    this.report();
    await Promise.all([this.reporting, ...open.map(({ connection }) => connection.close())]);
  }

  /** How many servers are in which state, for the metrics. */
  states(): { server: string; state: string }[] {
    return [...this.connections.values()].map(({ connection: { key, state } }) => ({ server: key, state }));
  }

  /** Takes over what orgs have added, changed and removed. */
  private async followOrgs(): Promise<void> {
    const { database, repository } = this.parts;
    const rows = await database.asPlatform('a process serves every org', (tx) => repository.approved(tx));
    const wanted = rows.map((row) => this.wantedOf(row));
    const keys = new Set(wanted.map(({ server }) => server.key));
    for (const [key, { wanted: known }] of this.connections)
      if (known.server.orgId !== null && !keys.has(key)) await this.disconnect(key);
    for (const each of wanted) {
      const known = this.connections.get(each.server.key);
      if (known?.made === madeOf(each)) continue;
      await this.disconnect(each.server.key);
      void this.connect(each);
    }
    this.report();
  }

  /** Headers that do not open are no reason to leave them out, nor to keep the other orgs waiting. */
  private wantedOf({ orgId, name, url, headers }: ApprovedServer): Wanted {
    const server: ToolServer = { key: orgServerKey(orgId, name), name, orgId, pack: null };
    try {
      const opened = headers === null ? '{}' : this.parts.sealer.open(headersPlace(orgId, name), headers);
      return { server, spec: { name, address: { url, headers: JSON.parse(opened) as typeof noHeaders } } };
    } catch (error) {
      const unusable = error instanceof Error ? error : new Error(String(error));
      return { server, spec: { name, address: { url, headers: noHeaders } }, unusable };
    }
  }

  /** @returns when the first try has come to an end. */
  private connect(wanted: Wanted): Promise<void> {
    const { http, variables, clock, logger } = this.parts;
    const { server, spec, unusable } = wanted;
    const connection = new ServerConnection(server.key, spec, {
      http,
      variables,
      clock,
      logger,
      unusable,
      changed: (changed) => this.changed(changed, wanted),
    });
    this.connections.set(server.key, { connection, wanted, made: madeOf(wanted) });
    return connection.start();
  }

  private async disconnect(key: string): Promise<void> {
    const known = this.connections.get(key);
    if (!known) return;
    this.connections.delete(key);
    this.parts.registry.setServerTools(known.wanted.server, []);
    await known.connection.close();
  }

  private async changed(connection: ServerConnection, { server, spec }: Wanted): Promise<void> {
    if (this.connections.get(server.key)?.connection !== connection) return;
    const { registry, definitions, logger } = this.parts;
    if (connection.state === 'ready' || connection.state === 'idle') {
      const registered = registry.setServerTools(server, connection.tools);
      // Until it is recorded nobody has approved it: the tool is held back.
      await definitions
        .record(server.orgId, registered, new Set(spec.approved))
        .catch((error: unknown) =>
          logger.warn(
            { err: error, server: server.key },
            'the definitions of an MCP server could not be recorded',
          ),
        );
    } else registry.serverChanged();
    this.report();
  }

  /** One report after the other; what fails is said again with the next one. */
  private report(): void {
    const { logger } = this.parts;
    this.reporting = this.reporting
      .then(() => this.tell(this.reported()))
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'the states of MCP servers could not be reported'),
      );
  }

  /** Processes that connect to no server look at once when there are other tools. */
  private async tell(states: Omit<McpServerState, 'process' | 'seenAt'>[]): Promise<void> {
    const { database, repository, changes } = this.parts;
    const tools = JSON.stringify(states.map(({ server, tools: told }) => [server, told]));
    const isNotifications = states.length > 0 && tools !== this.toldTools;
    await database.asPlatform('processes report on the servers of packs and orgs', async (tx) => {
      await repository.report(tx, this.process, states);
      if (isNotifications) await changes.announce(tx, 'mcp_servers');
    });
    this.toldTools = tools;
  }

  private reported(): Omit<McpServerState, 'process' | 'seenAt'>[] {
    const { registry, app } = this.parts;
    return [...this.connections.values()].map(({ connection, wanted }) => {
      const { key, state, restarts, error, since } = connection;
      const tools = registry.toolsOfServer(wanted.server.key).map(({ tool, parameters }) => ({
        name: tool.name,
        description: tool.description,
        parameters,
        told: tool.serverDefinition,
      }));
      return { server: key, app, state, tools, restarts, error, since };
    });
  }
}

/** The servers that a pack names. */
export function serversOf(pack: Pack): Wanted[] {
  return (pack.mcpServers ?? []).map((spec) => ({
    server: {
      key: `${pack.name}/${spec.name}`,
      name: spec.name,
      orgId: null,
      pack: pack.name,
      agents: spec.agents,
      approved: new Set(spec.approved),
    },
    spec,
  }));
}

export function orgServerKey(orgId: string, name: string): string {
  return `org/${orgId}/${name}`;
}

/** Two are the same server when this is the same. */
function madeOf({ spec, unusable }: Wanted): string {
  return JSON.stringify([spec, unusable?.message]);
}
