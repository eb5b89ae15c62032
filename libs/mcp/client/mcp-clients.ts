import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database';
import type { Changes } from '#queue';
import type { ToolDefinitions, ToolRegistry, ToolServer } from '#tools';
import type { McpServerSpec, Pack } from '#pack-kit';
import type { McpServerRow } from './mcp-server.entity.ts';
import type { McpServerState } from './mcp-server-state.entity.ts';
import type { McpServerRepository } from './mcp-server.repository.ts';
import { ServerConnection, type ConnectionParts } from './server-connection.ts';
import { headersPlace } from './server-headers.ts';

/** Interval at which a process reports the states of its servers. */
const REPORT_MS = 10_000;
/** Maximum wait of a process start for the packs' own servers; each takes some seconds on a loaded machine. */
const FIRST_TRY_MS = 10_000;

/** Processes that connect to servers; `mcp` serves one client on stdio. */
export type McpClientApp = 'worker' | 'api' | 'mcp';

export interface McpClientParts extends Omit<ConnectionParts, 'unusable' | 'changed'> {
  registry: ToolRegistry;
  definitions: ToolDefinitions;
  database: Database;
  repository: McpServerRepository;
  changes: Changes;
  /** Decrypts sealed headers. */
  sealer: { open(place: string, sealed: string): string };
  app: McpClientApp;
}

interface ConfiguredServer {
  server: ToolServer;
  spec: McpServerSpec;
  /** Reason why no connection is possible. */
  unusable?: Error;
}

type ApprovedServer = Pick<McpServerRow, 'orgId' | 'name' | 'url' | 'headers'>;

const noHeaders: Record<string, string> = {};

/** Keeps this process connected to the MCP servers of packs and orgs, and their tools in the registry. */
export class McpClients {
  private readonly process = randomUUID();
  private readonly connections = new Map<
    string,
    { connection: ServerConnection; configured: ConfiguredServer; fingerprint: string }
  >();
  private unsubscribe: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> = Promise.resolve();
  private reportedTools: string | undefined;

  constructor(private readonly parts: McpClientParts) {}

  /**
   * Connects in the background and retries.
   *
   * @returns when the packs' server processes have started or failed, so that the first turn finds their tools. An
   *   unavailable server does not prevent the start.
   */
  async start(): Promise<void> {
    const firstTries = this.parts.registry.packs.flatMap((pack) =>
      serversOf(pack).flatMap((configured) => {
        const tried = this.connect(configured);
        return 'command' in configured.spec.address ? [tried] : [];
      }),
    );
    this.unsubscribe = this.parts.changes.subscribe('mcp_servers', () => this.followOrgs());
    this.timer = setInterval(() => this.report(), REPORT_MS);
    this.timer.unref();
    const timeout = new AbortController();
    const waited = delay(FIRST_TRY_MS, undefined, { signal: timeout.signal, ref: false }).catch(
      () => undefined,
    );
    await Promise.race([Promise.all(firstTries), waited]);
    timeout.abort();
  }

  async close(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.timer);
    const open = [...this.connections.values()];
    this.connections.clear();
    // Report first: a server may take seconds to stop, and this process may be killed before that.
    this.report();
    await Promise.all([this.reporting, ...open.map(({ connection }) => connection.close())]);
  }

  /** The states of the servers, for the metrics. */
  states(): { server: string; state: string }[] {
    return [...this.connections.values()].map(({ connection: { key, state } }) => ({ server: key, state }));
  }

  /** Connects to added and changed servers of orgs, and disconnects removed ones. */
  private async followOrgs(): Promise<void> {
    const { database, repository } = this.parts;
    const rows = await database.asPlatform('a process serves every org', (tx) => repository.approved(tx));
    const configured = rows.map((row) => this.configuredServer(row));
    const keys = new Set(configured.map(({ server }) => server.key));
    for (const [key, { configured: known }] of this.connections)
      if (known.server.orgId !== null && !keys.has(key)) await this.disconnect(key);
    for (const each of configured) {
      const known = this.connections.get(each.server.key);
      if (known?.fingerprint === fingerprintOf(each)) continue;
      await this.disconnect(each.server.key);
      void this.connect(each);
    }
    this.report();
  }

  /** Headers that cannot be decrypted make this server unusable: it is not contacted without them, and other orgs are unaffected. */
  private configuredServer({ orgId, name, url, headers }: ApprovedServer): ConfiguredServer {
    const server: ToolServer = { key: orgServerKey(orgId, name), name, orgId, pack: null };
    try {
      const opened = headers === null ? '{}' : this.parts.sealer.open(headersPlace(orgId, name), headers);
      return { server, spec: { name, address: { url, headers: JSON.parse(opened) as typeof noHeaders } } };
    } catch (error) {
      const unusable = error instanceof Error ? error : new Error(String(error));
      return { server, spec: { name, address: { url, headers: noHeaders } }, unusable };
    }
  }

  /** @returns when the first attempt has ended. */
  private connect(configured: ConfiguredServer): Promise<void> {
    const { http, variables, clock, logger } = this.parts;
    const { server, spec, unusable } = configured;
    const connection = new ServerConnection(server.key, spec, {
      http,
      variables,
      clock,
      logger,
      unusable,
      changed: (changed) => this.changed(changed, configured),
    });
    this.connections.set(server.key, { connection, configured, fingerprint: fingerprintOf(configured) });
    return connection.start();
  }

  private async disconnect(key: string): Promise<void> {
    const known = this.connections.get(key);
    if (!known) return;
    this.connections.delete(key);
    this.parts.registry.setServerTools(known.configured.server, []);
    await known.connection.close();
  }

  private async changed(connection: ServerConnection, { server, spec }: ConfiguredServer): Promise<void> {
    if (this.connections.get(server.key)?.connection !== connection) return;
    const { registry, definitions, logger } = this.parts;
    if (connection.state === 'ready' || connection.state === 'idle') {
      const registered = registry.setServerTools(server, connection.tools);
      // A tool whose definition is not recorded counts as not approved and is held back.
      await definitions
        .record(server.orgId, registered, new Set(spec.approved))
        .catch((error: unknown) =>
          logger.warn(
            { err: error, server: server.key },
            'could not record the definitions of an MCP server',
          ),
        );
    } else registry.serverChanged();
    this.report();
  }

  /**
   * Queues a report after the current one. The next report repeats a failed one. A process on stdio reports nothing: its
   * connections, and the variables of the client that started it, matter to that client only.
   */
  private report(): void {
    const { logger, app } = this.parts;
    if (app === 'mcp') return;
    this.reporting = this.reporting
      .then(() => this.store(this.reported()))
      .catch((error: unknown) => logger.warn({ err: error }, 'could not report the states of MCP servers'));
  }

  /** Stores the states, and notifies processes without connections if the tools have changed. */
  private async store(states: Omit<McpServerState, 'process' | 'seenAt'>[]): Promise<void> {
    const { database, repository, changes } = this.parts;
    const tools = JSON.stringify(states.map(({ server, tools: reported }) => [server, reported]));
    const toolsChanged = states.length > 0 && tools !== this.reportedTools;
    await database.asPlatform('processes report on the servers of packs and orgs', async (tx) => {
      await repository.report(tx, this.process, states);
      if (toolsChanged) await changes.announce(tx, 'mcp_servers');
    });
    this.reportedTools = tools;
  }

  private reported(): Omit<McpServerState, 'process' | 'seenAt'>[] {
    const { registry, app } = this.parts;
    return [...this.connections.values()].map(({ connection, configured }) => {
      const { key, state, restarts, error, since } = connection;
      const tools = registry.toolsOfServer(configured.server.key).map(({ tool, parameters }) => ({
        name: tool.name,
        description: tool.description,
        parameters,
        told: tool.serverDefinition,
      }));
      return { server: key, app, state, tools, restarts, error, since };
    });
  }
}

/** The servers that a pack declares. */
export function serversOf(pack: Pack): ConfiguredServer[] {
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

/** Changes if the server must be connected again. */
function fingerprintOf({ spec, unusable }: ConfiguredServer): string {
  return JSON.stringify([spec, unusable?.message]);
}
