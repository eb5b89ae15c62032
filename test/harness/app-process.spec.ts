import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './app-process.ts';

describe('a free port', () => {
  it('is one that can be listened on and that no connection is given', async () => {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768');
    const firstOfConnections = Number(range.split(/\s/)[0]);
    for (let time = 0; time < 100; time += 1) {
      const port = await freePort();
      expect(port).toBeLessThan(firstOfConnections);
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      expect((server.address() as AddressInfo).port).toBe(port);
      server.close();
      await once(server, 'close');
    }
  });
});
