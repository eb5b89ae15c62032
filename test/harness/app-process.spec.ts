import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './app-process.ts';

/** Of Linux, unless its administrator says otherwise; of other systems it is later. */
const FIRST_OF_CONNECTIONS = 32_768;

describe('a free port', () => {
  it('is one that can be listened on and that no connection is given, as systems come', async () => {
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
});
