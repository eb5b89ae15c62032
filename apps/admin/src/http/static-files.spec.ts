import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { compressAnswers } from './compression.ts';
import { serveApp } from './static-files.ts';
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts';

const SCRIPT = 'export const page = 1;'.repeat(200);
const ROWS = { items: Array.from({ length: 500 }, (_, at) => ({ at })) };
const CHUNKS = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_libraries-2.js'] },
  '_libraries-2.js': { file: 'assets/libraries-2.js' },
  '_shared-3.js': { file: 'assets/shared-3.js', css: ['assets/shared-3.css'] },
  'src/turns/turns-page.tsx': {
    file: 'assets/turns-page-4.js',
    isDynamicEntry: true,
    imports: ['_libraries-2.js'],
  },
  'src/turns/turn-page.tsx': {
    file: 'assets/turn-page-5.js',
    isDynamicEntry: true,
    imports: ['_shared-3.js', 'index.html'],
  },
  'src/join/join-page.tsx': { file: 'assets/join-page-8.js', isDynamicEntry: true },
  'src/programs/programs-page.tsx': { file: 'assets/programs-page-6.js', isDynamicEntry: true },
};

describe('the server of the console’s files', () => {
  const folder = temporaryFolder();
  let server: FastifyInstance;

  beforeAll(async () => {
    const files = {
      'index.html': '<!doctype html>',
      '.vite/manifest.json': JSON.stringify(CHUNKS),
      'assets/turns-page-4.js': SCRIPT,
      'assets/turns-page-4.js.gz': gzipSync(SCRIPT),
      'assets/small-7.js': 'export {};',
    };
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    server = fastify();
    compressAnswers(server);
    await serveApp(server, folder);
    server.get('/admin/rows', (_request, reply) => reply.header('vary', 'cookie').send(ROWS));
    server.get('/admin/few', () => ({ items: [] }));
  });

  afterAll(() => server.close());

  const get = (url: string, accepts = 'gzip, deflate, br') =>
    server.inject({ url, headers: { 'accept-encoding': accepts } });

  it('sends a script as the build compressed it, to be cached forever', async () => {
    const { headers, rawPayload } = await get('/assets/turns-page-4.js');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
    expect(rawPayload.equals(gzipSync(SCRIPT))).toBe(true);
  });

  it('sends a file uncompressed if it is small or the client does not accept gzip', async () => {
    const plain = await get('/assets/turns-page-4.js', 'identity');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
    const small = await get('/assets/small-7.js');
    expect([small.headers['content-encoding'], small.body]).toEqual([undefined, 'export {};']);
  });

  it.each([
    ['/turns', '</assets/turns-page-4.js>; rel=modulepreload; crossorigin'],
    [
      '/turns/0199?span=1',
      '</assets/turn-page-5.js>; rel=modulepreload; crossorigin, </assets/shared-3.js>; rel=modulepreload; crossorigin, </assets/shared-3.css>; rel=preload; as=style; crossorigin',
    ],
    ['/turns/0199/programs', '</assets/programs-page-6.js>; rel=modulepreload; crossorigin'],
    ['/join', '</assets/join-page-8.js>; rel=modulepreload; crossorigin'],
    ['/', undefined],
  ])('sends links to preload the scripts and styles of the page %p', async (url, link) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.link, headers['cache-control']]).toEqual([200, link, 'no-cache']);
  });

  it.each(['//', '///', '//turns/0199', '/turns/'])('serves the app at the path %p', async (url) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, body]).toEqual([200, '<!doctype html>']);
  });

  it.each(['/nothing', '/healthz', '/turns/0199/nothing', '//[', '//x:99999/y'])(
    'answers 404 with the app at the unknown path %p',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['cache-control'], body]).toEqual([404, 'no-store', '<!doctype html>']);
    },
  );

  it('serves neither the manifest nor files beside the app', async () => {
    for (const url of [
      '/.vite/manifest.json',
      '/assets/../.vite/manifest.json',
      '/assets/%2e%2e/.vite/manifest.json',
      '/assets/%2e%2e%2f.vite%2fmanifest.json',
      '//.vite/manifest.json',
      '/assets/%252e%252e/.vite/manifest.json',
    ])
      expect((await get(url)).statusCode).toBe(404);
  });

  it('compresses long API answers for clients that accept gzip, but no short ones', async () => {
    const long = await get('/admin/rows');
    expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'cookie, accept-encoding' });
    const plain = await get('/admin/rows', 'identity');
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      undefined,
      'cookie, accept-encoding',
    ]);
    expect(plain.json()).toEqual(ROWS);
    expect((await get('/admin/few')).headers['content-encoding']).toBeUndefined();
  });
});
