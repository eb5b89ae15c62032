import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import type { ToolContext, ToolListing } from '#pack-kit';
import { eventually } from '../../../test/harness/eventually.ts';
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts';
import { ServerConnection } from './server-connection.ts';

const folder = temporaryFolder();

/** Connects to one of our test servers, or to a URL. */
function open(
  server: string,
  { env, lists, url }: { env?: Record<string, string>; lists?: ToolListing[]; url?: string } = {},
) {
  const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
  const states: string[] = [];
  const warnings: object[] = [];
  const command = [path.resolve(`libs/mcp/testing/${server}.mjs`)];
  const address = url ? { url, headers: {} } : { command: process.execPath, args: command, env };
  const connection = new ServerConnection(
    'test/one',
    { name: 'one', lists, address },
    {
      http: new OutboundHttp([], clock, undefined, async () => [{ address: '10.0.0.7', family: 4 }]),
      variables: () => ({}),
      clock,
      logger: { info: () => undefined, warn: (context) => void warnings.push(context) },
      changed: async ({ state }) => void states.push(state),
    },
  );
  return { connection, states, warnings };
}

it('reports a name that resolves to a private address, without the address', async () => {
  const { connection } = open('', { url: 'http://innocent.test/mcp' });
  await connection.start();
  expect(connection.state).toBe('away');
  expect(connection.error).toMatch(/^innocent\.test does not lead to a public internet address/);
  expect(connection.error).toContain('Private and local addresses are refused');
  expect(connection.error).not.toContain('10.0.0.7');
  await connection.close();
});

it('runs no regular expression of a server on arguments or answers', async () => {
  const { connection } = open('pattern-server');
  await connection.start();
  const [say] = connection.tools;
  // Short, so that the test fails at once if the pattern is run; forty letters would take hours.
  const args = { said: 'aaa!' };
  expect(say?.input.parse(args)).toEqual(args);
  const context = { signal: new AbortController().signal } as ToolContext;
  expect(await say?.execute(args, context)).toEqual(args);
  expect(say?.parameters).toMatchObject({ properties: { said: { pattern: '^(a+)+$' } } });
  await connection.close();
});

it('takes 500 tools of a server, and logs how many it ignores', async () => {
  const { connection, warnings } = open('tools-server', { env: { MORE_TOOLS: '510' } });
  await connection.start();
  expect(connection.tools).toHaveLength(500);
  const listed = 510 + 7;
  expect(warnings).toEqual([{ server: 'test/one', listed, ignored: listed - 500 }]);
  await connection.close();
});

/** The file in which a server records each start, and the file that it waits for. */
function files(name: string) {
  const [STARTS, HELD_UNTIL] = [path.join(folder, `${name}-starts`), path.join(folder, `${name}-go`)];
  writeFileSync(STARTS, '');
  const starts = () => readFileSync(STARTS, 'utf8').split('\n').filter(Boolean).length;
  return { STARTS, HELD_UNTIL, starts, letGo: () => writeFileSync(HELD_UNTIL, '') };
}

it('starts one process and waits as long as a loaded machine needs', async () => {
  const { STARTS, HELD_UNTIL, starts, letGo } = files('slow');
  const { connection, states } = open('tools-server', { env: { STARTS, HELD_UNTIL } });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'performance', 'Date'] });
  try {
    const starting = connection.start();
    await eventually(async () => expect(starts()).toBe(1));
    await jest.advanceTimersByTimeAsync(45_000);
    letGo();
    await starting;
    expect(states).toEqual(['ready']);
    expect([connection.restarts, starts()]).toEqual([0, 1]);
  } finally {
    jest.useRealTimers();
    await connection.close();
  }
});

it.each([0, 1])('does not connect if it is closed during the start, after %d processes', async (count) => {
  const { STARTS, HELD_UNTIL, starts } = files(`closed-${count}`);
  const { connection, states } = open('tools-server', { env: { STARTS, HELD_UNTIL } });
  const starting = connection.start();
  await eventually(async () => expect(starts()).toBe(count));
  await connection.close();
  await starting;
  expect([states, connection.tools]).toEqual([[], []]);
  expect(starts()).toBeLessThanOrEqual(1);
});

it('skips version negotiation for a server that exits during it', async () => {
  const { STARTS, starts } = files('old');
  const { connection, states } = open('old-server', { env: { STARTS } });
  await connection.start();
  expect([states, starts()]).toEqual([['ready'], 2]);
  expect(connection.tools.map(({ name }) => name)).toEqual(['look']);
  await connection.close();
});

it('shares one start between callers, and needs none once the server runs', async () => {
  const { STARTS, HELD_UNTIL, starts, letGo } = files('lazy');
  const inputSchema = { type: 'object' as const, properties: { text: { type: 'string' } } };
  const lists = [{ name: 'echo', description: 'As listed.', inputSchema }];
  const { connection } = open('tools-server', { env: { STARTS, HELD_UNTIL }, lists });
  await connection.start();
  const [echo] = connection.tools;
  const start = async () => echo?.start?.();
  const waiting = [start(), start()];
  expect(echo?.away?.()).toBeUndefined();
  letGo();
  await Promise.all(waiting);
  expect([connection.state, starts()]).toEqual(['ready', 1]);
  expect(echo?.start?.()).toBeUndefined();
  const context = { signal: new AbortController().signal } as ToolContext;
  expect(await echo?.execute({ text: 'a' }, context)).toMatchObject({ said: 'a' });
  await connection.close();
});
