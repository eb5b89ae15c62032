import { randomUUID } from 'node:crypto';
import { SpanStatusCode } from '@opentelemetry/api';
import { FileRepository } from '#artifacts';
import { ModelPicture, type MessagePart } from '#models';
import { LocalServer } from '../../../../test/harness/local-server.ts';
import { describeWith } from '../../../../test/harness/services.ts';
import type { TestOrg } from '../../testing/test-org.fixture.ts';
import { dies } from '../../testing/scripted-model.ts';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { testPack, useTurns, type TurnsFixture } from '../../testing/turns.fixture.ts';
import { toolPictures } from '../../callers/pictures-of-turn.ts';
import type { RecordedToolCall } from '../recorded-calls.ts';
import type { RoutedTurn } from '../turn-context.ts';
import { ATTACHMENT_TOKENS } from './load-attachments.ts';
import { withinPictureLimit } from '../model/picture-limit.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describeWith('postgres', 'attachments', () => {
  let server: LocalServer;
  const packs = [testPack('alpha', [])];
  const seeing = useTurns(packs, { allowHosts: ['127.0.0.1'], canSee: true });
  const blind = useTurns(packs, { allowHosts: ['127.0.0.1'] });

  beforeAll(async () => {
    server = await LocalServer.start(({ url }, response) => {
      if (url === '/missing.txt') response.writeHead(404).end('no');
      else if (url === '/large.txt') response.end(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
      else if (url === '/animation.gif') response.end(Buffer.from('GIF89a\u0001\u0000', 'latin1'));
      else response.end(`Terms of ${url}`);
    });
  });
  afterAll(() => server?.stop());
  beforeEach(() => void (server.received.length = 0));

  const store = (turnpike: TurnsFixture, org: TestOrg, name: string, content: Buffer) =>
    turnpike.ports.files.store(org.id, { name, content });

  /** Runs the turn. @returns the parts of the message beside its text. */
  async function told(turnpike: TurnsFixture, org: TestOrg, turnId: string): Promise<MessagePart[]> {
    await org.run(turnId, true);
    expect((await org.row(turnId)).state).toBe('completed');
    const last = turnpike.model.requests[0]?.messages.at(-1);
    if (last?.role !== 'user') throw new Error('The model was not asked');
    return last.parts ?? [];
  }

  const textOf = (part: MessagePart | undefined) => (part?.type === 'text' ? part.text : '');

  it('of earlier messages are named in later turns, with their types', async () => {
    const org = await seeing.newOrg();
    const files = [
      await store(seeing, org, 'terms.md', Buffer.from('# Terms')),
      await store(seeing, org, 'house.png', PNG),
    ];
    const first = await org.send({
      text: 'Here they are',
      attachments: [...files.map(({ id }) => ({ fileId: id })), { url: `${server.url}/missing.txt` }],
    });
    await told(seeing, org, first.turnId);
    seeing.model.forget();
    const second = await org.send({ conversationId: first.conversationId, text: 'What was in the terms?' });
    expect(await told(seeing, org, second.turnId)).toEqual([]);
    const earlier = seeing.model.requests[0]?.messages.find(({ role }) => role === 'user');
    const named = (about: string) => ({
      type: 'text',
      text: `[Attachment ${about}. Its content is not repeated here.]`,
    });
    expect(earlier).toEqual({
      role: 'user',
      text: 'Here they are',
      parts: [
        named('1: "terms.md", text/markdown'),
        named('2: "house.png", image/png'),
        named('3: "missing.txt"'),
      ],
    });
  });

  it('with text reach the model separately from the message, each once', async () => {
    const org = await seeing.newOrg();
    const file = await store(seeing, org, 'terms.md', Buffer.from('# Terms\nPay in May.'));
    const { turnId } = await org.send({
      attachments: [{ fileId: file.id }, { url: `${server.url}/a%20b.txt` }],
    });
    expect(await told(seeing, org, turnId)).toEqual([
      {
        type: 'text',
        text: '[Attachment 1: "terms.md", text/markdown]\n# Terms\nPay in May.\n[End of attachment 1]',
      },
      { type: 'text', text: expect.stringContaining('Terms of /a%20b.txt') },
    ]);
    expect(seeing.model.requests[0]?.messages.at(-1)).toMatchObject({ text: 'Hello' });
    expect(server.received.map(({ url }) => url)).toEqual(['/a%20b.txt']);
    const turn = await org.turn(turnId);
    const [, message] = (await seeing.messages.page(org.id, turn?.conversationId ?? '', { limit: 5 })).items;
    const fetched = message?.attachments[1]?.fileId ?? '';
    expect(await seeing.ports.files.find(org.id, fetched)).toMatchObject({ name: 'a b.txt' });
    const ofContact = await org.transact((tx) => new FileRepository(tx).ofContact('ann', 10));
    expect(ofContact.map(({ id }) => id).sort()).toEqual([file.id, fetched].sort());
  });

  it('by URL are not fetched again by a replay, even after a failure', async () => {
    const org = await seeing.newOrg();
    const { turnId } = await org.send({
      attachments: [{ url: `${server.url}/one.txt` }, { url: `${server.url}/missing.txt` }],
    });
    seeing.model.answer(dies);
    expect((await org.run(turnId)).kind).toBe('retry');
    seeing.model.requests.length = 0;
    const parts = await told(seeing, org, turnId);
    expect(textOf(parts[0])).toContain('Terms of /one.txt');
    expect(textOf(parts[1])).toContain('status 404');
    expect(server.received.map(({ url }) => url).sort()).toEqual(['/missing.txt', '/one.txt']);
  });

  it.each([
    ['is not there', '/missing.txt', '"missing.txt" could not be read: 127.0.0.1'],
    ['is too large', '/large.txt', 'is larger than'],
    ['is of no kind that is taken', '/animation.gif', 'This is image/gif'],
  ])('that cannot be had are named with the reason: one that %s', async (_, path, reason) => {
    const org = await seeing.newOrg();
    const { turnId } = await org.send({ attachments: [{ url: server.url + path }] });
    const spans = await spansDuring(async () =>
      expect(textOf((await told(seeing, org, turnId))[0])).toContain(reason),
    );
    const status = spans.find(({ name }) => name === 'fetch_attachment')?.status;
    expect(status).toEqual({ code: SpanStatusCode.ERROR, message: 'The file could not be had.' });
  });

  it('from private addresses are not fetched', async () => {
    const org = await seeing.newOrg();
    const { turnId } = await org.send({
      attachments: [{ url: 'http://169.254.169.254/latest/meta-data' }, { url: 'http://10.0.0.1/x' }],
    });
    for (const part of await told(seeing, org, turnId)) {
      expect(textOf(part)).toMatch(/could not be read: \S+ is not a public internet address/);
      // Which setting would allow it is nothing for visitors.
      expect(textOf(part)).not.toContain('HTTP_ALLOW_HOSTS');
    }
  });

  it('that cannot be read are named with the reason', async () => {
    const org = await seeing.newOrg();
    const file = await store(seeing, org, 'deed.pdf', Buffer.from('%PDF-1.4 broken'));
    const { turnId } = await org.send({ attachments: [{ fileId: file.id }] });
    expect(await told(seeing, org, turnId)).toEqual([
      {
        type: 'text',
        text: '[Attachment 1: "deed.pdf" could not be read: it is damaged. Say so if it matters.]',
      },
    ]);
  });

  it('are cut to their share of the budget', async () => {
    const org = await seeing.newOrg();
    const long = Buffer.from('word '.repeat(30_000));
    const files = [
      await store(seeing, org, 'a.txt', long),
      await store(seeing, org, 'b.txt', Buffer.from('short')),
    ];
    const { turnId } = await org.send({ attachments: files.map(({ id }) => ({ fileId: id })) });
    const [first, second] = await told(seeing, org, turnId);
    expect(textOf(first)).toContain('only its beginning');
    expect(textOf(first).split('word').length).toBeLessThanOrEqual(ATTACHMENT_TOKENS / 2 + 1);
    expect(textOf(first).split('word').length).toBeGreaterThan(ATTACHMENT_TOKENS / 2.5);
    expect(textOf(second)).toContain('short');
  });

  it('that are pictures are sent to a model with vision, and only by name to others', async () => {
    for (const [turnpike, sees] of [
      [seeing, true],
      [blind, false],
    ] as const) {
      const org = await turnpike.newOrg();
      const file = await store(turnpike, org, 'kitchen.png', PNG);
      const { turnId } = await org.send({ attachments: [{ fileId: file.id }] });
      const [part] = await told(turnpike, org, turnId);
      if (sees) {
        expect(part).toBeInstanceOf(ModelPicture);
        expect((part as ModelPicture).dataUrl).toBe(`data:image/png;base64,${PNG.toString('base64')}`);
        expect(JSON.stringify(part)).not.toContain(PNG.toString('base64'));
      } else expect(textOf(part)).toContain('"kitchen.png"');
    }
  });

  it('of tools are shown once, by the first call that names them, and the newest of a request', async () => {
    const row = { id: randomUUID(), orgId: (await seeing.newOrg()).id };
    const origin = `tool:${row.id}:1`;
    const { id } = await seeing.ports.files.store(row.orgId, { name: 'a.png', content: PNG, origin });
    const named = ['a', 'b'].map((callId) => ({ callId, pictures: [id, id] }) as RecordedToolCall);
    const shown = await toolPictures(seeing.ports, { row } as RoutedTurn, named);
    expect([...shown].map(([callId, { length }]) => [callId, length])).toEqual([['a', 1]]);
    const parts = ['x', 'y', 'z'].map((x) => new ModelPicture(x, 'image/png', x, Buffer.alloc(8 << 20)));
    const [sent] = withinPictureLimit([{ role: 'user', text: '', parts }]);
    expect(sent).toMatchObject({ parts: [{ type: 'text' }, { name: 'y' }, { name: 'z' }] });
  });

  it('of unknown files are rejected, and nothing is accepted', async () => {
    const [org, other] = [await seeing.newOrg(), await seeing.newOrg()];
    const foreign = await store(seeing, other, 'x.txt', Buffer.from('x'));
    await expect(
      org.send({ attachments: [{ url: server.url }, { fileId: foreign.id }] }),
    ).rejects.toMatchObject({ kind: 'not_found', code: 'UNKNOWN_FILE', pointer: '/attachments/1/fileId' });
    expect((await seeing.turns.page(org.id, { limit: 5 })).items).toEqual([]);
  });
});
