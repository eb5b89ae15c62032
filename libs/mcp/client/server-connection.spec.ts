import path from 'node:path';
import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import { ServerConnection } from './server-connection.ts';

const SERVER = path.resolve('libs/mcp/testing/tools-server.mjs');

function open() {
  const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
  const states: string[] = [];
  const connection = new ServerConnection(
    'test/one',
    { name: 'one', address: { command: process.execPath, args: [SERVER] } },
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
