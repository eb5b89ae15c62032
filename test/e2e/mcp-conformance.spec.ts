import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWith } from '../harness/services.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { KeyRelay } from './mcp.fixture.ts';

const SUITE = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const SUITE_TIMEOUT_MS = 120_000;

/**
 * Scenarios about streams that are closed in mid-call and resumed, which the server does not offer (`docs/adr/0008`).
 */
const WITHOUT_RESUMPTION = ['server-sse-polling'];

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  errorMessage?: string;
}

const run = promisify(execFile);

async function scenariosForServers(): Promise<string[]> {
  const { stdout } = await run(process.execPath, [SUITE, 'list', '--server']);
  return [...stdout.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name ?? '');
}

describeWith(needsOf.redis, 'the official conformance suite for servers', () => {
  let test: ApiTest;
  let relay: KeyRelay;
  const folder = temporaryFolder();
  const checks = new Map<string, Check[]>();

  beforeAll(async () => {
    test = await ApiTest.start({ backend: 'redis', workers: 0, env: { MCP_CONFORMANCE: '1' } });
    relay = await KeyRelay.start(test.turnpike.url(), test.turnpike.apiKeys.demo ?? '');
    const args = [SUITE, 'server', '--url', `${relay.url}/mcp`, '--suite', 'all', '-o', folder];
    // The suite exits with 1 when a scenario fails; its output says which one.
    await run(process.execPath, args, { timeout: SUITE_TIMEOUT_MS }).catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error;
    });
    for (const entry of await readdir(folder, { recursive: true })) {
      if (!entry.endsWith('checks.json')) continue;
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(entry)?.[1] ?? entry;
      checks.set(scenario, JSON.parse(await readFile(path.join(folder, entry), 'utf8')) as Check[]);
    }
  }, SUITE_TIMEOUT_MS + 60_000);

  afterAll(async () => {
    await relay?.stop();
    await test?.stop();
  });

  it('runs every scenario, and none fails', async () => {
    const scenarios = await scenariosForServers();
    expect(scenarios.length).toBeGreaterThan(25);
    expect([...checks.keys()].sort()).toEqual(scenarios.sort());
    const failures = [...checks].flatMap(([scenario, all]) =>
      all
        .filter(({ status }) => status === 'FAILURE')
        .map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`),
    );
    expect(failures).toEqual([]);
    const silent = [...checks].filter(([, all]) => !all.some(({ status }) => status === 'SUCCESS'));
    expect(silent.map(([scenario]) => scenario)).toEqual(WITHOUT_RESUMPTION);
  });
});
