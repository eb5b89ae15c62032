// Whole turns whose MCP server, over stdio and over HTTP, is killed in the middle of a call.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { FileRepository } from '#artifacts';
import { AuditLog } from '#identity';
import type { ModelPicture } from '#models';
import { ToolDefinitions } from '#tools';
import { type McpServerSpec } from '#pack-kit';
import type { McpClients } from '../../libs/mcp/client/mcp-clients.ts';
import { ToolDefinitionRepository } from '../../libs/tools/definitions/tool-definition.repository.ts';
import { LiveTools } from '../../libs/tools/live-tools.ts';
import { ToolOverrideRepository } from '../../libs/tools/overrides/tool-override.repository.ts';
import { calls } from '../../libs/turns/testing/scripted-model.ts';
import type { TestOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { openTurns, plainTool, testPack, type TurnsFixture } from '../../libs/turns/testing/turns.fixture.ts';
import { freePort } from '../harness/app-process.ts';
import { openChanges } from '../harness/changes.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { connectClients } from './mcp-client.fixture.ts';

const SERVER = path.resolve('libs/mcp/testing/tools-server.mjs');
/** The server is back after its first wait of 1 s. */
const BACK_WITHIN_MS = 15_000;

/** An MCP server of a pack, with the ways to kill it and to bring it back. */
interface Mortal {
  spec: McpServerSpec;
  kill(pid: number): Promise<void> | void;
  revive(): Promise<void>;
  close(): void;
}

const overStdio = (): Promise<Mortal> =>
  Promise.resolve({
    spec: {
      name: 'mortal',
      address: { command: process.execPath, args: [SERVER], env: { ECHO_NAME: 'say_again' } },
    },
    kill: (pid) => void process.kill(pid, 'SIGKILL'),
    // The server is a child process of the worker, which restarts it.
    revive: () => Promise.resolve(),
    close: () => undefined,
  });

async function overHttp(): Promise<Mortal> {
  const port = await freePort();
  let server: ChildProcess;
  const start = async () => {
    const env = { ...process.env, ECHO_NAME: 'say_again' };
    server = spawn(process.execPath, [SERVER, String(port)], { stdio: 'ignore', env });
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/mcp`)).status).toBe(401));
  };
  await start();
  const url = `http://127.0.0.1:${port}/mcp`;
  return {
    spec: { name: 'mortal', address: { url, headers: { Authorization: 'Bearer open' } } },
    kill: async () => {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    revive: start,
    close: () => void server.kill('SIGKILL'),
  };
}

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
])('a turn whose MCP server on %s is killed in the middle of a call', (kind, open) => {
  describeWith('postgres', kind, () => {
    let turns: TurnsFixture;
    let server: Mortal;
    let clients: McpClients;
    let org: TestOrg;
    const closing: (() => Promise<void> | void)[] = [];

    beforeAll(async () => {
      server = await open();
      const pack = { ...testPack('alpha', [plainTool('look')]), mcpServers: [server.spec] };
      turns = await openTurns([pack], { allowHosts: ['127.0.0.1'], canSee: true });
      const { registry, database, clock, testDatabase } = turns;
      const { changes, close } = openChanges(testDatabase.settings, database);
      const approvals = new ToolDefinitionRepository(clock);
      const definitions = new ToolDefinitions(database, clock, approvals, new AuditLog(clock), changes);
      const edits = new ToolOverrideRepository(clock);
      const live = new LiveTools(registry, database, edits, approvals, definitions, changes);
      await live.start();
      closing.push(
        () => turns.close(),
        close,
        () => live.stop(),
      );
      ({ clients } = await connectClients({ registry, definitions, database, changes, clock }, closing));
      org = await turns.newOrg();
      await ready();
    });
    afterAll(async () => {
      for (const close of closing.toReversed()) await close();
      server?.close();
    });

    const usable = () => clients.states().every(({ state }) => state === 'ready');
    const ready = () =>
      eventually(async () => {
        expect(usable()).toBe(true);
        const entry = turns.registry.effective(org.id).tool('say_again');
        expect(entry).toMatchObject({ held: false });
      }, BACK_WITHIN_MS);

    /** Runs a turn in its own conversation. @returns the tool results that the model received */
    async function say(tool: string, text: string, meanwhile: () => Promise<void> = async () => undefined) {
      turns.model.forget();
      turns.model.answer(calls(tool));
      const { turnId, conversationId } = await org.send({ text, contact: text, channel: 'chat' });
      const running = org.run(turnId, true);
      await meanwhile();
      await running;
      const answers = turns.model.requests.slice(1).flatMap(({ messages }) => messages.slice(-1));
      const told = answers.map((message) => JSON.parse('text' in message ? message.text : '{}') as Told);
      return { turnId, conversationId, told };
    }

    it('reports the failure to the model, ends once, loses nothing, and works again when the server is back', async () => {
      const before = await say('say_again', 'Say it');
      const first = pidOf(before.told);
      expect(before.told[0]).toMatchObject({ success: true, data: { said: 'say_again' } });

      const broken = await say('wait_for_ever', 'Wait for it', async () => {
        await eventually(async () => {
          const [latest] = await org.query<{ id: string }>(
            `SELECT id FROM turns WHERE org_id = $1 AND state = 'running'`,
          );
          const started = await org.events(latest!.id);
          expect(started.map(({ type }) => type)).toContain('tool.started');
        });
        await server.kill(first);
      });
      expect(broken.told).toEqual([
        expect.objectContaining({
          success: false,
          errorClass: 'UPSTREAM_UNAVAILABLE',
          error: expect.stringMatching(/^(?!.*MCP).*not reachable just now/),
        }),
      ]);
      const types = await org.eventTypes(broken.turnId);
      expect(types.filter((type) => type === 'turn.completed')).toHaveLength(1);
      expect(types.filter((type) => type === 'turn.failed')).toEqual([]);
      expect((await org.row(broken.turnId)).state).toBe('completed');
      const messages = await org.query<{ role: string; text: string }>(
        'SELECT role, text FROM messages WHERE org_id = $1 AND conversation_id = $2 ORDER BY turn_seq, seq',
        [broken.conversationId],
      );
      expect(messages).toEqual([
        { role: 'user', text: 'Wait for it' },
        { role: 'assistant', text: 'Fine.' },
      ]);

      await server.revive();
      await ready();
      const after = await say('say_again', 'Say it again');
      expect(after.told[0]).toMatchObject({ success: true, data: { said: 'say_again' } });
      expect(pidOf(after.told)).not.toBe(first);

      const audited = await org.query(
        `SELECT tool, success, error_class AS error, caller_kind AS caller, turn_id AS "turnId" FROM tool_calls
            WHERE org_id = $1 ORDER BY created_at`,
      );
      const [why] = await org.query<{ error: string }>(
        `SELECT result->>'error' AS error FROM tool_calls WHERE org_id = $1 AND NOT success`,
      );
      expect(why?.error).toContain('The MCP server mortal has gone away');
      expect(audited).toEqual([
        { tool: 'say_again', success: true, error: null, caller: 'contact', turnId: before.turnId },
        {
          tool: 'wait_for_ever',
          success: false,
          error: 'UPSTREAM_UNAVAILABLE',
          caller: 'contact',
          turnId: broken.turnId,
        },
        { tool: 'say_again', success: true, error: null, caller: 'contact', turnId: after.turnId },
      ]);
    });

    it('shows the model a picture of a tool, and keeps it with the message', async () => {
      turns.model.forget();
      turns.model.answer(calls('draw'));
      const { turnId } = await org.send({ text: 'Draw', contact: 'painter', channel: 'chat' });
      await org.run(turnId, true);
      const [told, shown] = turns.model.requests[1]?.messages.slice(-2) ?? [];
      expect(told).toMatchObject({ role: 'tool', text: expect.stringContaining('A picture came') });
      expect(shown).toMatchObject({ role: 'user', parts: [{ name: 'picture-1', mediaType: 'image/png' }] });
      const picture = shown?.role === 'user' && shown.parts?.[0];
      expect((picture as ModelPicture).base64).toMatch(/^iVBOR/);
      expect(JSON.stringify([told, shown])).not.toContain('iVBOR');
      const files = await org.transact((tx) => new FileRepository(tx).ofContact('painter', 10));
      expect(files).toMatchObject([{ name: 'picture-1', origin: `tool:${turnId}:tool:1:0:1` }]);
    });
  });
});

/** Process id of the server that answered. */
function pidOf(told: readonly Told[]): number {
  return (told[0]?.data as { pid: number } | undefined)?.pid ?? 0;
}

interface Told {
  success: boolean;
  data?: unknown;
  errorClass?: string;
  error?: string;
}
