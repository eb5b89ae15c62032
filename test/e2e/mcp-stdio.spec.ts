import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { geoTools } from '../../packs/geo/tools/index.ts';
import { SampleServer } from '../../packs/geo/integrations/sample/sample-server.ts';
import { DataFolder } from '../../scripts/start/data-folder.ts';
import { runningDatabase, runningSamples } from '../../scripts/start/announcement.ts';
import { surroundings } from '../harness/app-process.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { initializeRequest } from './mcp.fixture.ts';

const ENTRY = path.resolve('dist/bundle/mcp.js');

describeWith(needsOf.embedded, 'the MCP server on stdio', () => {
  let api: ApiTest;
  let env: Record<string, string>;
  let sample: SampleServer;
  let start: DataFolder;

  beforeAll(async () => {
    sample = await SampleServer.start();
    api = await ApiTest.start({ backend: 'embedded', workers: 0, apps: [] });
    runningDatabase.write(folder, { url: api.turnpike.database.url });
    // A running `npm start` announces the address of its sample server in the data folder; the environment does not
    // have it.
    start = await DataFolder.open(folder);
    runningSamples.write(folder, { urls: { GEO_ARCGIS_BASE_URL: sample.url } });
    env = { ...surroundings(), DATA_DIR: folder, MODEL_PROVIDER: 'offline' };
  });

  afterAll(async () => {
    await api?.stop();
    await sample?.stop();
    start?.close();
  });
  const folder = temporaryFolder();

  async function withClient(
    args: string[],
    work: (client: Client) => Promise<void>,
    { mode = 'legacy', org = 'demo' }: { mode?: 'legacy' | { pin: string }; org?: string } = {},
  ): Promise<void> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [ENTRY, '--org', org, ...args], env }),
    );
    try {
      await work(client);
    } finally {
      await client.close();
    }
    expect(errors).toEqual([]);
  }

  it.each(['legacy', { pin: '2026-07-28' }] as const)('lists tools and calls them (%o)', async (mode) => {
    await withClient(
      ['--user', 'agent-01'],
      async (client) => {
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(['search_properties', 'tool_search']));
        const found = await client.callTool({
          name: 'search_properties',
          arguments: { district: 'Paphos' },
        });
        expect(found.structuredContent).toMatchObject({ total: expect.any(Number) });
        const { contents } = await client.readResource({ uri: 'contact://contact-015' });
        expect(JSON.stringify(contents)).toContain('contact-015');
      },
      { mode },
    );
    const [call] = await api.rows(
      'SELECT channel, caller_kind AS kind FROM tool_calls ORDER BY created_at DESC LIMIT 1',
    );
    expect(call).toEqual({ channel: 'mcp', kind: 'staff' });
  });

  it('ends at a signal', async () => {
    const child = spawn(process.execPath, [ENTRY, '--org', 'demo'], { env });
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('has the tools of the packs’ own MCP servers, which the first call starts, without a report', async () => {
    await withClient(
      ['--user', 'analyst-01', '--all-tools'],
      async (client) => {
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(geoTools.map(({ name }) => name)));
        const counted = await client.callTool({
          name: 'get_transaction_count',
          arguments: { district: 'Yas Island', year: 2023 },
        });
        expect(counted.structuredContent).toMatchObject({ transaction_count: 1_247, sample: true });
        // Their state here concerns this client, not those who run the installation.
        expect(await api.rows('SELECT state FROM mcp_server_states')).toEqual([]);
      },
      { org: 'gulf' },
    );
  });

  interface Answer {
    id: number | null;
    error?: { code: number };
    result?: { structuredContent?: object };
  }
  /**
   * Writes these lines and closes the input, as a pipe does. @returns the output, which contains only protocol
   * messages
   */
  async function answersTo(lines: readonly string[]): Promise<Answer[]> {
    const { code, out } = await runProgram('scripts/mcp', ['--org', 'demo'], {
      env,
      input: lines.join('\n'),
    });
    expect(code).toBe(0);
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
  }

  it('writes only the protocol, and answers every request that arrived before its input ended', async () => {
    const requests = [
      initializeRequest(1),
      ...['Paphos', 'Limassol'].map((district) => ({
        method: 'tools/call',
        params: { name: 'search_properties', arguments: { district } },
      })),
      { method: 'ping', params: [] },
      { method: 'resources/subscribe', params: { uri: 'contact://contact-015' } },
    ];
    const answers = await answersTo(
      requests.map((request, at) => JSON.stringify({ jsonrpc: '2.0', id: at + 1, ...request })),
    );
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5]);
    const refused = { error: { code: -32_600 } };
    expect(answers.filter(({ error }) => error)).toMatchObject([
      { id: 4, ...refused },
      { id: 5, ...refused },
    ]);
    expect(answers.find(({ id }) => id === 3)?.result?.structuredContent).toMatchObject({
      total: expect.any(Number),
    });
  });

  it.each([
    [['--org', 'nobody'], 1, 'There is no org "nobody"'],
    [['--org', 'demo', '--key', 'tp_nonsense'], 1, 'is not known'],
    [['--org', 'demo', '--user', 'nobody'], 1, 'no member nobody'],
    [['--org', 'demo', '--conversation', 'x'], 1, 'no such conversation'],
    [['--nonsense'], 2, '--org SLUG'],
  ])('refuses %j with exit code %d', async (args, expected, words) => {
    const { code, out, err } = await runProgram('scripts/mcp', args, { env });
    expect([code, out]).toEqual([expected, '']);
    expect(err).toContain(words);
  });
});
