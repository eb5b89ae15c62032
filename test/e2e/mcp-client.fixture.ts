import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { AuditLog, SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { everyTool, scopeTools, ToolExecutor, type ToolCaller } from '#tools';
import { type McpServerSpec } from '#pack-kit';
import { McpClients, type McpClientParts } from '../../libs/mcp/client/mcp-clients.ts';
import { McpServerRepository } from '../../libs/mcp/client/mcp-server.repository.ts';
import { OrgServers } from '../../libs/mcp/client/org-servers.service.ts';
import { fakePack, fakeTool } from '../../libs/tools/testing/fake-tools.ts';
import { toolProcesses } from '../../libs/tools/testing/tool-process.fixture.ts';
import { freePort } from '../harness/app-process.ts';
import { eventually, SOON_MS } from '../harness/eventually.ts';
import type { SuiteDatabase } from '../harness/suite-database.ts';

interface ServedOverHttp {
  file?: string;
  args?: string[];
  env?: Record<string, string>;
  /** A free one by default. */
  port?: number;
}

const silent = { info: () => undefined, warn: () => undefined };

type Closing = (() => Promise<void> | void)[];

/** Connects a process to the MCP servers of its packs and orgs. */
export async function connectClients(
  process: Pick<McpClientParts, 'registry' | 'definitions' | 'database' | 'changes' | 'clock'>,
  closing: Closing,
) {
  const { clock } = process;
  const http = new OutboundHttp(['127.0.0.1'], clock);
  const [repository, sealer] = [new McpServerRepository(clock), new SecretBox('a key for tests')];
  const parts = { ...process, repository, http, sealer, logger: silent, app: 'worker' as const };
  const clients = new McpClients({ ...parts, variables: () => ({}) });
  await clients.start();
  closing.push(
    () => http.close(),
    () => clients.close(),
  );
  return { clients, http, repository, sealer };
}

/** Processes that use the tools of MCP servers, and such servers. They stop after each test. */
export function useMcpClients(on: SuiteDatabase, ownOrg: string) {
  const installation = toolProcesses(on);
  const { clock } = installation;
  const closing: Closing = [];

  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** A process with a pack that names these MCP servers. */
  async function start(mcpServers: McpServerSpec[], tools = [fakeTool()]) {
    const { database } = on;
    const process = await installation.start([fakePack(tools, { mcpServers })]);
    closing.push(() => process.live.stop());
    const { registry, changes } = process;
    const { http, repository, sealer } = await connectClients({ ...process, database, clock }, closing);
    const executor = new ToolExecutor(registry, database, clock, { logger: silent });
    const scopeNow = (orgId = ownOrg) =>
      scopeTools({
        registry: registry.effective(orgId),
        agent: { pack: 'test', name: 'helper' },
        orgPacks: ['test'],
        disabledTools: new Set(),
        channel: 'voice',
        caller: 'contact',
        conversation: everyTool,
      });
    const usable = (orgId = ownOrg) => scopeNow(orgId).usable.map(({ registered }) => registered.tool.name);
    const call = async (tool: string, args = {}, scope = scopeNow(), orgId = ownOrg) => {
      const caller = {
        org: { id: orgId, slug: 'test' },
        caller: { kind: 'contact' },
        // Two attempts: both fail before the server is back.
        channel: 'voice',
        channelName: 'voice',
        clock,
        settings: new Map<string, string>(),
        scope,
      } as unknown as ToolCaller;
      const invocation = { tool, arguments: args, idempotencyKey: randomUUID(), mayHaveRun: false };
      return (await executor.execute(invocation, caller, new AbortController().signal)).result;
    };
    const ready = (name: string) => eventually(async () => expect(usable()).toContain(name));
    const orgServers = new OrgServers(
      database,
      repository,
      new AuditLog(clock),
      changes,
      process.definitions,
      sealer,
      http,
    );
    return { ...process, scopeNow, usable, call, ready, orgServers };
  }

  /** Starts a server that is reached over HTTP, and returns when it listens. */
  async function serve({ file = 'tools-server', args = [], env = {}, port }: ServedOverHttp = {}) {
    const at = port ?? (await freePort());
    const server = spawn(process.execPath, [serverFile(file), String(at), ...args], {
      stdio: 'ignore',
      env: { ...process.env, ...env },
    });
    const gone = once(server, 'exit');
    const stop = async () => {
      server.kill('SIGKILL');
      await gone;
    };
    closing.push(stop);
    const origin = `http://127.0.0.1:${at}`;
    await eventually(() => fetch(origin), SOON_MS);
    return { url: `${origin}/mcp`, origin, port: at, stop };
  }

  const onStdio = (name: string, env: Record<string, string> = {}): McpServerSpec => ({
    name,
    address: { command: process.execPath, args: [serverFile('tools-server')], env },
  });

  return { installation, clock, closing, start, serve, onStdio };
}

export const serverFile = (name: string) => path.resolve(`libs/mcp/testing/${name}.mjs`);
