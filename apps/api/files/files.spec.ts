import { PROBLEM_MEDIA_TYPE, type FileView } from '#contracts';
import { Database } from '#database';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { addOrg, useApi } from '../testing/api-of-test.fixture.ts';
import { MAX_DOWNLOADS_OF_ORG, MAX_UPLOADS_OF_ORG } from './files.controller.ts';

const BOUNDARY = 'turnpike-boundary';
const MAX_BYTES = 10 * 1024 * 1024;

const part = (content: Buffer | string, name = 'note.txt', field = 'file') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const field = (name: string) =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`);
const end = Buffer.from(`--${BOUNDARY}--\r\n`);

describeWith('postgres', 'uploading files', () => {
  const api = useApi({ listens: true });

  async function upload(body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) {
    const response = await api.app.inject({
      method: 'POST',
      url: '/v1/files',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': type },
      payload: body,
    });
    return { status: response.statusCode, json: () => response.json<Record<string, never>>() };
  }

  const get = (url: string) => api.app.inject({ url, headers: { authorization: `Bearer ${api.key}` } });

  it.each([
    ['<h1>Hi</h1>', 'a/rép.html', 'rép.html', 'r%C3%A9p.html'],
    ['<svg onload=x>', '<img src=x>\u202e.svg', '<img src=x>.svg', '%3Cimg%20src%3Dx%3E.svg'],
  ])('stores a file and returns it as a download, not as a page: %s', async (text, path, name, encoded) => {
    const answer = await upload(Buffer.concat([part(text, path), end]));
    expect(answer.status).toBe(201);
    const file = answer.json() as unknown as FileView;
    expect(file).toMatchObject({ name, mediaType: 'text/plain', bytes: text.length });
    expect((await get(file.links.self)).json()).toEqual(file);
    const content = await get(file.links.content);
    expect(content.body).toBe(text);
    expect(content.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(text.length),
    });
  });

  it.each<[string, Buffer, number, string, said?: RegExp, type?: string]>([
    ['no boundary', part('x'), 400, '/file', /^required/, 'multipart/form-data'],
    ['no parts', end, 422, '/file'],
    ['an end that is missing', part('x'), 400, '/file'],
    ['an empty file', Buffer.concat([part(''), end]), 422, '/file'],
    ['two files', Buffer.concat([part('x'), part('y'), end]), 422, '/file'],
    [
      'a file in another field',
      Buffer.concat([part('x', 'x', 'photo'), end]),
      422,
      '/photo',
      /^unknown field; the file goes in the part “file”/,
    ],
    ['a field of text', Buffer.concat([field('name'), part('x'), end]), 422, '/name'],
    ['a field named __proto__', Buffer.concat([field('__proto__'), end]), 400, '/file'],
    [
      'text for the file',
      Buffer.concat([field('file'), end]),
      422,
      '/file',
      /^expected a file, found a text/,
    ],
    ['what is not taken', Buffer.concat([part('GIF89a\u0000'), end]), 415, '/file'],
    ['more than 10 MiB', Buffer.concat([part(Buffer.alloc(MAX_BYTES + 1, 'x')), end]), 413, '/file'],
  ])('refuses %s', async (_, body, status, pointer, said = /./, type) => {
    const answer = await upload(body, type);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({
      status,
      errors: [{ pointer, detail: expect.stringMatching(said) }],
    });
  });

  it.each([
    ['JSON', '{}', 'application/json'],
    ['JSON that cannot be read', '{', 'application/json'],
    ['the bytes of a picture', Buffer.from('\u0089PNG\r\n'), 'image/png'],
    ['the fields of a form', 'file=x', 'application/x-www-form-urlencoded'],
    ['another multipart', Buffer.concat([part('x'), end]), `multipart/mixed; boundary=${BOUNDARY}`],
    ['a body without a type', 'x', ''],
    ['no body', '', ''],
  ])('explains the expected form to a client that sends %s', async (_, body, type) => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/v1/files',
      headers: { authorization: `Bearer ${api.key}`, ...(type ? { 'content-type': type } : {}) },
      ...(body.length > 0 ? { payload: body } : {}),
    });
    expect(response.headers['content-type']).toContain(PROBLEM_MEDIA_TYPE);
    expect(response.json()).toMatchObject({
      type: 'urn:turnpike:problem:unsupported-media-type',
      status: 415,
      detail: expect.stringMatching(/multipart\/form-data with the file in the part “file”.*curl -F/),
      errors: [{ pointer: '/file', detail: expect.stringContaining('required') }],
    });
  });

  it('accepts exactly 10 MiB, and answers other requests between the parts of files', async () => {
    const small = (await upload(Buffer.concat([part('x'), end]))).json() as unknown as FileView;
    const bodies = Array.from({ length: MAX_UPLOADS_OF_ORG }, (_, letter) =>
      Buffer.concat([part(Buffer.alloc(MAX_BYTES, `${letter}`)), end]),
    );
    let isOver = false;
    const uploads = Promise.all(bodies.map((body) => upload(body))).finally(() => (isOver = true));
    const parts = () =>
      api.app
        .get(Database)
        .forOrg(api.orgId, (tx) => tx.query('SELECT part FROM file_parts WHERE org_id = $1', []));
    const partsAtAnswers: number[] = [];
    while (!isOver) {
      const { length } = await parts();
      expect((await get(small.links.self)).statusCode).toBe(200);
      if (!isOver) partsAtAnswers.push(length);
    }
    expect((await uploads).map(({ status }) => status)).toEqual(bodies.map(() => 201));
    const partsOfFile = (await parts()).length / bodies.length;
    expect(Math.max(...partsAtAnswers.map((count) => count % partsOfFile))).toBeGreaterThan(0);
  });

  it('is limited to some at once per org, and refuses others with the time to wait', async () => {
    const { key: otherKey } = await addOrg(api.app, 'other');
    const body = Buffer.concat([part('x'), end]);
    const url = `${await api.app.getUrl()}/v1/files`;
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const send = (payload: Uint8Array<ArrayBuffer> | ReadableStream, key = api.key) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${key}` },
        body: payload,
        duplex: 'half',
      } as RequestInit);
    const held = Array.from({ length: MAX_UPLOADS_OF_ORG }, () => new TransformStream<Uint8Array>());
    const writers = held.map(({ writable }) => writable.getWriter());
    for (const writer of writers) void writer.write(body.subarray(0, 20));
    const sent = held.map(({ readable }) => send(readable));
    await eventually(async () => {
      const refused = await send(body);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(await refused.json()).toMatchObject({ type: 'urn:turnpike:problem:too-many-open', status: 429 });
    }, SOON_MS);
    expect((await send(body, otherKey)).status).toBe(201);
    for (const writer of writers) {
      void writer.write(body.subarray(20));
      void writer.close();
    }
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(held.map(() => 201));
    expect((await send(body)).status).toBe(201);
  });

  it('limits how many are downloaded at once per org', async () => {
    const stored = await upload(Buffer.concat([part(Buffer.alloc(MAX_BYTES, 'x')), end]));
    const { links } = stored.json() as unknown as FileView;
    const headers = { authorization: `Bearer ${api.key}` };
    const url = `${await api.app.getUrl()}${links.content}`;
    const unread = await Promise.all(
      Array.from({ length: MAX_DOWNLOADS_OF_ORG }, () => fetch(url, { headers })),
    );
    const refused = await fetch(url, { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    for (const response of unread) expect((await response.arrayBuffer()).byteLength).toBe(MAX_BYTES);
    await eventually(async () => expect((await fetch(url, { headers })).status).toBe(200), SOON_MS);
  });
});
