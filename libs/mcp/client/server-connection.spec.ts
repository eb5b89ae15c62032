import path from 'node:path';
import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import type { ToolContext } from '#tools';
import { ServerConnection } from './server-connection.ts';

function open(server = 'tools-server') {
  const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
  const states: string[] = [];
  const connection = new ServerConnection(
    'test/one',
    {
      name: 'one',
      address: { command: process.execPath, args: [path.resolve(`libs/mcp/testing/${server}.mjs`)] },
    },
    {
      http: new OutboundHttp([], clock),
      variables: () => ({}),
      clock,
      logger: { info: () => undefined, warn: () => undefined },
      changed: async ({ state }) => void states.push(state),
    },
  );
  return { connection, states };
}

it('a connection that is closed while it comes up is not made', async () => {
  const { connection, states } = open();
  const starting = connection.start();
  await connection.close();
  await starting;
  expect(states).toEqual([]);
  expect(connection.tools).toEqual([]);
});

it('runs no regular expression of a server, over arguments or over answers', async () => {
  const { connection } = open('pattern-server');
  await connection.start();
  const [say] = connection.tools;
  // Short, so that the pattern fails at once where it is run; forty letters would take it hours.
  const said = { said: 'aaa!' };
  expect(say?.input.parse(said)).toEqual(said);
  const context = { signal: new AbortController().signal } as ToolContext;
  expect(await say?.execute(said, context)).toEqual(said);
  expect(say?.parameters).toMatchObject({ properties: { said: { pattern: '^(a+)+$' } } });
  await connection.close();
});
