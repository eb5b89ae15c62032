import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './app-process.ts';

/** Start of the ephemeral port range on Linux, unless the administrator changed it; on other systems it starts later. */
const FIRST_OF_CONNECTIONS = 32_768;

it('finds a port that can be bound, outside the ephemeral range', async () => {
  for (let time = 0; time < 100; time += 1) {
    const port = await freePort();
    expect(port).toBeLessThan(FIRST_OF_CONNECTIONS);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect((server.address() as AddressInfo).port).toBe(port);
    server.close();
    await once(server, 'close');
  }
});
