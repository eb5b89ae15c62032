import { once } from 'node:events';
import { fastify, type FastifyInstance } from 'fastify';
import { answerBeforeClosing } from './answer-before-closing.ts';

describe('a server that closes', () => {
  let server: FastifyInstance;
  let asked: Promise<void>;
  const open = async (patienceMs?: number) => {
    server = fastify({ forceCloseConnections: true });
    answerBeforeClosing(server, patienceMs);
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

  it('answers those who wait for something, without it', async () => {
    const address = await open();
    const answer = fetch(`${address}/waits`);
    await asked;
    await Promise.all([
      server.close(),
      expect(answer.then((one) => one.json())).resolves.toEqual({ answered: true }),
    ]);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('cuts off what does not end', async () => {
    const address = await open(10);
    const cut = expect(fetch(`${address}/hangs`)).rejects.toThrow('fetch failed');
    await asked;
    await Promise.all([server.close(), cut]);
  });
});
