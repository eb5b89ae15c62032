import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { types } from 'node:util';
import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import type { Resolver } from '../../libs/outbound/http/guarded-agent.ts';
import { describeWith } from '../harness/services.ts';
import { suiteDatabase } from '../harness/suite-database.ts';
import { HOSTILE_URLS, hostileResolver } from './hostile-addresses.ts';
import { URL_FEATURES, type UrlFeature } from './url-features.ts';

/** Rejections: those of the outbound guard, and those of features that check the address first. */
const REFUSED =
  /public internet address|is not public|Only http and https|user name (or|and) password|not an absolute URL|Invalid URL|not a web address|is not an (?:allowed )?address|is not set|is not configured|expected the URL|nobody knows/;

interface Listener {
  port: number;
  connections: number;
  server: Server;
}

async function listen(answer: RequestListener, host: string, port = 0): Promise<Listener> {
  const server = createServer(answer);
  const listener = { port, connections: 0, server };
  server.on('connection', () => (listener.connections += 1));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  listener.port = (server.address() as AddressInfo).port;
  return listener;
}

/**
 * All messages of an error and its causes. `instanceof` does not work, because errors of the runtime come from another
 * realm.
 */
function wordsOf(error: unknown): string {
  if (!types.isNativeError(error)) return '';
  const causes: unknown[] = 'errors' in error ? (error.errors as unknown[]) : [error.cause];
  return [error.message, ...causes.map(wordsOf)].filter(Boolean).join(' < ');
}

const features = Object.entries(URL_FEATURES);

describeWith('postgres', 'an address from an org or a caller', () => {
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));
  const on = suiteDatabase();
  const opened: OutboundHttp[] = [];
  /** A listener that no request may reach. */
  let victim: Listener;
  /** A listener that may be reached; it redirects every request to {@link redirectTo}. */
  let allowed: Listener;
  let redirectTo = '';

  beforeAll(async () => {
    victim = await listen((_request, response) => response.end('secret'), '127.0.0.1');
    // The same port on another address, so that a name can resolve to one and then to the other.
    allowed = await listen(
      (_request, response) => response.writeHead(307, { location: redirectTo }).end(),
      '127.0.0.2',
      victim.port,
    );
  });

  beforeEach(() => {
    victim.connections = 0;
    allowed.connections = 0;
    redirectTo = '/nothing';
  });

  afterAll(async () => {
    for (const http of opened) await http.close();
    for (const { server } of [victim, allowed]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** Uses the feature with an address. @returns the text of its error; undefined if it succeeds */
  async function failureOf(
    use: UrlFeature,
    url: string,
    allow: string[] = [],
    resolve: Resolver = hostileResolver,
  ) {
    const http = new OutboundHttp(allow, clock, undefined, resolve);
    opened.push(http);
    try {
      await use(url, { http, resolve, clock, database: on.database });
      return undefined;
    } catch (error) {
      return wordsOf(error);
    }
  }

  const at = (url: string) => url.replaceAll('PORT', String(victim.port));

  describe.each(features)('%s', (_name, use) => {
    it.each(Object.entries(HOSTILE_URLS))('refuses %s', async (_trick, urls) => {
      const letThrough: string[] = [];
      for (const url of urls) {
        const said = await failureOf(use, at(url));
        if (said === undefined || !REFUSED.test(said)) letThrough.push(`${url}: ${said ?? 'no failure'}`);
      }
      expect(letThrough).toEqual([]);
      expect(victim.connections).toBe(0);
    });

    it('reaches an address that an operator has allowed, so a leak above would be seen', async () => {
      await failureOf(use, at('http://loopback.test:PORT/x'), ['loopback.test']);
      expect(victim.connections).toBeGreaterThan(0);
    });

    it.each(['http://127.0.0.1:PORT/x', 'http://loopback.test:PORT/x', 'http://[::ffff:127.0.0.1]:PORT/x'])(
      'does not follow a redirect to %s',
      async (target) => {
        redirectTo = at(target);
        expect(await failureOf(use, at('http://127.0.0.2:PORT/x'), ['127.0.0.2'])).toBeDefined();
        expect(allowed.connections).toBeGreaterThan(0);
        expect(victim.connections).toBe(0);
      },
    );

    it('connects to the address that was checked, even if the name resolves differently a moment later', async () => {
      let lookups = 0;
      const rebinding: Resolver = async () => [
        { address: lookups++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 },
      ];
      const url = at('http://rebind.test:PORT/x');
      await failureOf(use, url, ['127.0.0.2/32'], rebinding);
      expect(allowed.connections).toBeGreaterThan(0);
      expect(await failureOf(use, url, ['127.0.0.2/32'], rebinding)).toMatch(REFUSED);
      expect(victim.connections).toBe(0);
    });
  });
});

/** Ways to connect that bypass the guarded client. */
const OWN_CONNECTION =
  /from '(?:undici|nodemailer|node:(?:dgram|dns|dns\/promises|http2|https|tls))'|(?<![.\w])(?:fetch\(|new (?:WebSocket|EventSource)\()|import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:http|net)'/;
/** Files that may use them, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'libs/models/providers/sdk-fetch.ts':
    'asks where the deployment says, or passes on to the one that it is given',
};

it('uses only the guarded client: no other file opens connections', () => {
  const files = ['apps', 'libs', 'packs']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => path.join(root, file)),
    )
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !/^apps\/admin\/web\/|^libs\/outbound\/|\.(?:spec|fixture)\.ts$|\/testing\//.test(file),
    );
  const opening = files.filter((file) => OWN_CONNECTION.test(readFileSync(file, 'utf8')));
  expect(opening.sort()).toEqual(Object.keys(EXCEPTIONS));
  expect(OWN_CONNECTION.test(readFileSync('libs/outbound/http/outbound-http.ts', 'utf8'))).toBe(true);
});
