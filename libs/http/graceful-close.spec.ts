import { once } from 'node:events';
import { fastify, type FastifyInstance } from 'fastify';
import { enableGracefulClose } from './graceful-close.ts';

describe('a closing server', () => {
  let server: FastifyInstance;
  let asked: Promise<void>;
  const open = async (patienceMs?: number) => {
    server = fastify({ forceCloseConnections: true });
    enableGracefulClose(server, patienceMs);
    asked = new Promise((resolve) => {
      server.get('/waits', async (_request, reply) => {
        resolve();
        await once(reply.server.closing, 'abort');
        return { answered: true };
      });
      server.get('/hangs', () => {
        resolve();
        return new Promise(() => {});
      });
    });
    return server.listen();
  };

  it('answers waiting requests early', async () => {
    const address = await open();
    const answer = fetch(`${address}/waits`).then((response) => response.json());
    await asked;
    await server.close();
    expect(await answer).toEqual({ answered: true });
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('closes the connections of requests that do not end', async () => {
    const address = await open(10);
    const cut = fetch(`${address}/hangs`).catch((error: Error) => error.message);
    await asked;
    await server.close();
    expect(await cut).toBe('fetch failed');
  });
});
