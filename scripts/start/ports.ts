import { once } from 'node:events';
import net from 'node:net';

/** The reason why the port cannot be opened; undefined if it can. */
export function listenProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened (${code})`),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** A free port of the loopback interface. */
export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The URL on this machine of an app that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
