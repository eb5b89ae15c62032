import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SampleServer } from '../../packs/geo/integrations/sample/sample-server.ts';
import { surroundings } from '../harness/app-process.ts';
import { eventually } from '../harness/eventually.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type TurnSeen } from './api.fixture.ts';
import { initializeRequest } from './mcp.fixture.ts';

const ENTRY = path.resolve('dist/scripts/geo-server.js');
const QUESTION = 'What was the number of deals on Yas Island during 2023?';
const FIGURE = /1,?247/;

describe('the standalone server of the geo tools', () => {
  let sample: SampleServer;
  const env = () => ({ ...surroundings(), GEO_ARCGIS_BASE_URL: sample.url, HTTP_ALLOW_HOSTS: sample.host });
  beforeAll(async () => void (sample = await SampleServer.start()));
  afterAll(() => sample.stop());

  it.each(['legacy', { pin: '2026-07-28' }] as const)(
    'lists and calls its tools on stdio (%o)',
    async (mode) => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [ENTRY], env: env() }),
      );
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(10);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      const counted = await client.callTool({
        name: 'get_transaction_count',
        arguments: { district: 'Yas Island', year: 2023 },
      });
      const { structuredContent } = counted;
      expect(structuredContent).toMatchObject({
        success: true,
        data: { transaction_count: 1_247, sample: true },
      });
      expect(JSON.parse((counted.content as { text: string }[])[0]?.text ?? '')).toEqual(structuredContent);
      const refused = await client.callTool({ name: 'get_communities', arguments: { district: 'Atlantis' } });
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: { errorClass: 'VALIDATION_FAILED' },
      });
      await client.close();
    },
  );

  it('writes only the protocol to stdout and its log to stderr as JSON lines, and exits when its client disconnects', async () => {
    const child = spawn(process.execPath, [ENTRY], { env: env(), stdio: ['pipe', 'pipe', 'pipe'] });
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
    for (const request of [
      initializeRequest(1),
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'get_districts', arguments: {} } },
    ])
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    await eventually(async () => expect(output.out.trim().split('\n')).toHaveLength(3));
    child.stdin.end();
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    const ids = output.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids.toSorted()).toEqual([1, 2, 3]);
    for (const line of output.err.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('message');
  });

  it('reports an invalid setting, and exits', async () => {
    const { code, err } = await runProgram('scripts/geo-server', [], {
      env: { ...env(), GEO_MIN_YEAR: 'soon' },
    });
    expect(code).toBe(1);
    expect(err).toContain('GEO_MIN_YEAR');
  });
});

describeWith(needsOf.redis, 'turns of geo whose service fails', () => {
  let sample: SampleServer;
  let api: ApiTest;
  beforeAll(async () => {
    sample = await SampleServer.start();
    api = await ApiTest.start({
      backend: 'redis',
      env: { GEO_ARCGIS_BASE_URL: sample.url, HTTP_ALLOW_HOSTS: sample.host, TOOL_CACHE_TTL_S: '0' },
    });
    // The first call starts the tools' server, which then reads the places. Faults begin after that.
    await sendTo(api, QUESTION);
  });
  afterEach(() => sample.faults.clear());
  afterAll(async () => {
    await api?.stop();
    await sample?.stop();
  });

  const ask = async (text: string): Promise<TurnSeen & { said: string }> => {
    const turn = await sendTo(api, text);
    expect(turn.state).toBe('completed');
    return { ...turn, said: turn.reply?.text ?? '' };
  };

  it('G13: are right after retries, and report a service that refuses', async () => {
    sample.faults.set({ kind: 'error', code: 503 }, 2);
    const first = await ask(QUESTION);
    expect(first.said).toMatch(FIGURE);
    const [attempts] = await api.rows<{ attempts: number }>(
      `SELECT attempts FROM tool_calls WHERE turn_id = $1 AND tool = 'get_transaction_count'`,
      [first.id],
    );
    expect(attempts).toEqual({ attempts: 3 });
    sample.faults.set({ kind: 'error', code: 400, message: 'Layer 4 exploded' });
    const second = await ask(QUESTION);
    const call = (await api.toolCalls(second.id)).find(({ tool }) => tool === 'get_transaction_count');
    expect(call?.result).toMatchObject({ success: false, errorClass: 'UPSTREAM_REJECTED' });
    expect(second.said).toContain('I am sorry');
    expect(second.said).not.toMatch(/\d{3}|exploded/);
    const arabic = await ask('كم صفقة تمت في جزيرة ياس عام 2023؟');
    expect(arabic.said).toContain('عذرا');
    expect(arabic.said).not.toMatch(/1,?247|exploded/);
  });

  it('G16: a name that is not the exact one is searched for, and the trace shows it', async () => {
    const response = await api.turnpike.request('/mcp?tools=all', {
      org: 'gulf',
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_transaction_count', arguments: { district: 'جزيرة ياس', year: 2023 } },
      }),
    });
    expect(await response.text()).toContain('1247');
    const spans = await eventually(async () => {
      const found = await api.rows<{ attributes: Record<string, unknown> }>(
        `SELECT attributes FROM spans WHERE name = 'guard.discovery'`,
      );
      expect(found).toHaveLength(1);
      return found;
    });
    expect(spans[0]?.attributes).toMatchObject({
      'turnpike.guard.refused': expect.stringContaining('جزيرة ياس'),
      'turnpike.guard.mended': expect.stringContaining('Yas Island'),
    });
  });
});

async function sendTo(api: ApiTest, text: string): Promise<TurnSeen> {
  const body = { channel: 'chat', contact: 'investor-02', newConversation: true, text };
  const response = await api.turnpike.request('/v1/messages?wait=25', {
    org: 'gulf',
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as TurnSeen;
}
