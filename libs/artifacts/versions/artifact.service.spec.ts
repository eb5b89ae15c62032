import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { OrgTransaction } from '#database';
import { platformArtifactKinds } from '#tools';
import { type ArtifactContent, type ArtifactWrite, type MergeStrategy } from '#pack-kit';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { artifactContactData } from '../artifact-contact-data.ts';
import { MAX_FILES_BYTES, MAX_MARKDOWN_BYTES } from '../content/limits.ts';
import { workshopKinds } from '../testing/workshop-kinds.ts';
import { ArtifactReadModel } from './artifact.read-model.ts';
import { ArtifactService } from './artifact.service.ts';
import { artifactsOfCaller } from './artifacts-of-caller.ts';

const kinds = [...workshopKinds, ...platformArtifactKinds];

describeOnEachDatabase('artifacts', (on) => {
  const [org, other] = [randomUUID(), randomUUID()];
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));
  const announced: string[] = [];
  let artifacts: ArtifactService;
  let shown: ArtifactReadModel;
  let conversationId: string;

  beforeAll(async () => {
    const notifications = { announce: async (_tx: unknown, id: string) => void announced.push(id) };
    artifacts = new ArtifactService(on.database, clock, notifications as never);
    shown = new ArtifactReadModel(on.database);
  });

  beforeEach(async () => {
    conversationId = await newConversation(org, 'ann');
  });

  async function newConversation(orgId: string, contact: string): Promise<string> {
    const id = randomUUID();
    await on.database.forOrg(orgId, (tx) =>
      tx.execute(
        `INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
           VALUES ($1, $2, $3, 'chat', 'workshop', $4, $4)`,
        [id, contact, clock.now()],
      ),
    );
    return id;
  }

  const author = { kind: 'agent' as const, agent: 'builder', turnId: randomUUID() };
  const place = () => ({ conversationId, kinds, author, announce: false });
  const write = (content: ArtifactContent, options: Partial<ArtifactWrite> = {}, orgId = org) =>
    on.database.forOrg(orgId, (tx) => artifacts.write(tx, place(), { kind: 'brief', content, ...options }));
  const read = (kind = 'brief', version?: number) => artifacts.read(org, conversationId, kind, version);
  const contentOf = async (kind = 'brief', version?: number) => {
    const found = await read(kind, version);
    return found.exists ? found.content : undefined;
  };
  const parts = (components: Record<string, unknown>[], options: Partial<ArtifactWrite> = {}) =>
    write({ components }, { kind: 'parts', ...options });
  const file = (path: string, content: string, strategy: MergeStrategy = 'replace') =>
    write(content, { kind: 'code', path, strategy });

  it('keep every complete version, with its author and its difference', async () => {
    expect(await read()).toEqual({ exists: false, kind: 'brief', currentVersion: null });
    expect(await write('# A\none\n')).toMatchObject({ version: 1, previousVersion: null, changed: true });
    clock.advance(1_000);
    expect(await write('# A\ntwo\n')).toMatchObject({ version: 2, previousVersion: 1, changed: true });
    expect(await write('# A\ntwo\n')).toMatchObject({ version: 2, changed: false });
    expect(await contentOf('brief', 1)).toBe('# A\none\n');
    expect(await read('brief', 3)).toEqual({ exists: false, kind: 'brief', currentVersion: 2 });
    const { items } = (await shown.versions(org, conversationId, 'brief', { limit: 10 }))!;
    expect(items).toMatchObject([
      {
        version: 2,
        author: { kind: 'agent', agent: 'builder', user: null },
        change: { added: 1, removed: 1 },
      },
      { version: 1, change: { added: 2, removed: 0 }, strategy: 'replace', turnId: author.turnId },
    ]);
    const compared = await shown.find(org, conversationId, 'brief', { version: 2, against: 1 });
    expect(compared?.difference).toBe('--- brief v1\n+++ brief v2\n@@ -1,2 +1,2 @@\n # A\n-one\n+two');
    expect(await shown.find(org, conversationId, 'brief', { version: 9 })).toBeUndefined();
    expect(await shown.find(other, conversationId, 'brief')).toBeUndefined();
  });

  it('are listed page by page, the last changed first', async () => {
    await write('text');
    clock.advance(1_000);
    await parts([{ name: 'LED' }]);
    const first = await shown.page(org, conversationId, { limit: 1 });
    expect(first.items).toMatchObject([{ kind: 'parts', version: 1, title: 'Parts' }]);
    const second = await shown.page(org, conversationId, { limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ items: [{ kind: 'brief' }], nextCursor: null });
    expect((await shown.page(other, conversationId, { limit: 5 })).items).toEqual([]);
  });

  it('reject a write based on an older version, and overwrite nothing', async () => {
    await write('one');
    await write('two', { baseVersion: 1 });
    await expect(write('three', { baseVersion: 1 })).rejects.toMatchObject({
      errorClass: 'CONFLICT',
      help: { currentVersion: 2, updatedBy: 'builder', updatedAt: clock.now().toISOString() },
    });
    await expect(
      write('x', { kind: 'parts', content: { components: [] }, baseVersion: 4 }),
    ).rejects.toMatchObject({ errorClass: 'CONFLICT', help: { currentVersion: null } });
    expect(await contentOf()).toBe('two');
  });

  it('accept one of two concurrent writers, and return the current version to the other', async () => {
    await write('one');
    const writers = ['left', 'right', 'third'].map((content) => write(content, { baseVersion: 1 }));
    const settled = await Promise.allSettled(writers);
    const won = settled.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const { reason } of settled.filter((one) => one.status === 'rejected'))
      expect(reason).toMatchObject({ errorClass: 'CONFLICT', help: { currentVersion: 2 } });
    expect((await shown.versions(org, conversationId, 'brief', { limit: 9 }))!.items).toHaveLength(2);
  });

  it('accept several concurrent writers without a base, and lose no version', async () => {
    await write('one');
    const texts = ['left', 'right', 'third'];
    const written = await Promise.all(texts.map((content) => write(content)));
    expect(written.map(({ version }) => version).sort()).toEqual([2, 3, 4]);
    const last = written.findIndex(({ version }) => version === 4);
    expect(await contentOf()).toBe(texts[last]);
  });

  it('keep both of two files that are written concurrently', async () => {
    await Promise.all([file('src/a.cpp', 'a'), file('src/b.cpp', 'b')]);
    await Promise.all([file('src/a.cpp', 'aa'), file('src/c.cpp', 'c')]);
    expect(await contentOf('code')).toMatchObject({
      files: expect.arrayContaining([
        expect.objectContaining({ path: 'src/a.cpp', content: 'aa' }),
        expect.objectContaining({ path: 'src/b.cpp' }),
        expect.objectContaining({ path: 'src/c.cpp' }),
      ]) as unknown,
    });
  });

  it('reject a file only if it has changed since it was read', async () => {
    await file('src/a.cpp', 'a');
    await file('src/b.cpp', 'b');
    const rested = (path: string) =>
      on.database.forOrg(org, (tx) =>
        artifacts.write(
          tx,
          { ...place(), seen: new Map([['code', 1]]) },
          { kind: 'code', path, content: 'new' },
        ),
      );
    expect(await rested('src/a.cpp')).toMatchObject({ version: 3 });
    await expect(rested('src/b.cpp')).rejects.toMatchObject({ errorClass: 'CONFLICT' });
  });

  it('keep both changes of two concurrent first writes if they can be merged, otherwise the first', async () => {
    const merged = await Promise.all(
      ['## A\na', '## B\nb'].map((content) => write(content, { strategy: 'merge' })),
    );
    expect(merged.map(({ version }) => version).sort()).toEqual([1, 2]);
    expect(await contentOf()).toMatch(/## A[\s\S]*## B|## B[\s\S]*## A/);
    const begun = await Promise.allSettled([parts([{ name: 'LED' }]), parts([{ name: 'LDR' }])]);
    const refused = begun.filter((one) => one.status === 'rejected');
    // Only concurrent writes conflict. A later write may replace the first.
    for (const { reason } of refused) expect(reason).toMatchObject({ help: { currentVersion: 1 } });
    expect(Object.keys(await artifacts.versions(org, conversationId))).toEqual(['brief', 'parts']);
  });

  it('number the versions of many writers without a gap', async () => {
    await write('# Log\n');
    await Promise.all(Array.from({ length: 12 }, (_, at) => write(`line ${at}`, { strategy: 'append' })));
    const lines = String(await contentOf())
      .split('\n')
      .filter((line) => line.startsWith('line'));
    expect(lines).toHaveLength(12);
    const { items } = (await shown.versions(org, conversationId, 'brief', { limit: 50 }))!;
    expect(items.map(({ version }) => version)).toEqual(Array.from({ length: 13 }, (_, at) => 13 - at));
  });

  it('of JSON are validated by their schema, and get the fields that the server computes', async () => {
    await write('text');
    const written = await parts([
      { id: 'esp32', name: 'ESP32', unitPrice: 6.5 },
      { name: 'LED' },
      { name: 'LED' },
    ]);
    expect(written.warnings).toEqual(['UNPRICED']);
    expect(await contentOf('parts')).toMatchObject({
      totalCost: 6.5,
      briefVersion: 1,
      components: [{ id: 'esp32', quantity: 1 }, { id: 'led' }, { id: 'led-2' }],
    });
    await parts([{ id: 'led', unitPrice: 0.1, quantity: 3 }], { strategy: 'merge' });
    expect(await contentOf('parts')).toMatchObject({ totalCost: 6.8 });
    await expect(parts([{ id: 'x', quantity: 0 }])).rejects.toMatchObject({
      errorClass: 'VALIDATION_FAILED',
      message: expect.stringContaining('components.0.quantity') as string,
    });
  });

  it('of files change one file and keep the others', async () => {
    await file('src/main.cpp', 'void setup() {}\r\n');
    clock.advance(1_000);
    expect(await file('src/config.h', '#define LED 2')).toMatchObject({ version: 2, totalFiles: 2 });
    await file('src/config.h', '#define LDR 34', 'append');
    expect(await contentOf('code')).toMatchObject({
      files: [
        {
          path: 'src/main.cpp',
          language: 'cpp',
          lines: 1,
          content: 'void setup() {}\n',
          updatedBy: 'builder',
        },
        { path: 'src/config.h', language: 'h', lines: 2, content: '#define LED 2\n#define LDR 34' },
      ],
    });
    await write({ files: [{ path: 'src/main.cpp', _delete: true }] }, { kind: 'code', strategy: 'merge' });
    expect(await contentOf('code')).toMatchObject({ files: [{ path: 'src/config.h' }] });
    await expect(file('SRC/Config.h', 'x')).rejects.toThrow('differ only in upper and lower case');
  });

  const refusals: [string, string, () => Promise<unknown>, string][] = [
    ['an unknown kind', 'VALIDATION_FAILED', () => write('x', { kind: 'poem' }), 'Kinds: brief, parts'],
    ['a path outside of the root', 'VALIDATION_FAILED', () => file('../x', 'x'), '..'],
    ['an absolute path', 'VALIDATION_FAILED', () => file('/etc/passwd', 'x'), 'relative'],
    ['a path with an empty part', 'VALIDATION_FAILED', () => file('a//b', 'x'), 'empty part'],
    ['text for a kind of objects', 'VALIDATION_FAILED', () => write('x', { kind: 'parts' }), 'as an object'],
    ['an object for an artifact of text', 'VALIDATION_FAILED', () => write({ a: 1 }), 'as text'],
    ['a path for a kind without files', 'VALIDATION_FAILED', () => write('x', { path: 'a.md' }), 'no files'],
    [
      'an artifact written by the platform',
      'VALIDATION_FAILED',
      () => write('x', { kind: 'conversation_summary' }),
      'platform',
    ],
    ['a text of 1 MB', 'LIMIT_EXCEEDED', () => write('x'.repeat(1_000_000)), `${MAX_MARKDOWN_BYTES}`],
    ['a file of 1 MB', 'LIMIT_EXCEEDED', () => file('a.txt', 'x'.repeat(1_000_000)), 'a.txt'],
    [
      'files of more than 1 MB together',
      'LIMIT_EXCEEDED',
      () =>
        write(
          { files: Array.from({ length: 6 }, (_, at) => ({ path: `f${at}`, content: 'x'.repeat(190_000) })) },
          { kind: 'code' },
        ),
      `${MAX_FILES_BYTES}`,
    ],
    [
      'more files than 50',
      'LIMIT_EXCEEDED',
      () =>
        write(
          { files: Array.from({ length: 51 }, (_, at) => ({ path: `f${at}`, content: '' })) },
          { kind: 'code' },
        ),
      '50 files',
    ],
  ];

  it.each(refusals)('reject %s', async (_what, errorClass, attempt, problem) => {
    await expect(attempt()).rejects.toMatchObject({
      errorClass,
      message: expect.stringContaining(problem) as string,
    });
    expect(await artifacts.versions(org, conversationId)).toEqual({});
  });

  it('are only written to a conversation of the org', async () => {
    await expect(write('x', {}, other)).rejects.toMatchObject({ errorClass: 'NOT_FOUND' });
  });

  it('remember which version a caller has read', async () => {
    await write('one');
    const caller = { orgId: org, conversationId, packs: [{ artifacts: workshopKinds }], author };
    const port = artifactsOfCaller(artifacts, caller);
    const replace = (tx: OrgTransaction, content: string) => port.write(tx, { kind: 'brief', content });
    await port.read('brief');
    await write('two');
    await expect(on.database.forOrg(org, (tx) => replace(tx, 'three'))).rejects.toMatchObject({
      errorClass: 'CONFLICT',
    });
    await port.read('brief');
    await on.database.forOrg(org, (tx) => replace(tx, 'three'));
    await on.database.forOrg(org, (tx) => replace(tx, 'four'));
    const again = artifactsOfCaller(artifacts, { ...caller, seen: new Map([['brief', 3]]) });
    await expect(
      on.database.forOrg(org, (tx) => again.write(tx, { kind: 'brief', content: 'five' })),
    ).rejects.toMatchObject({ help: { currentVersion: 4 } });
    expect(await contentOf()).toBe('four');
  });

  it('announce versions outside of a turn to readers of the conversation', async () => {
    const outside = { ...place(), author: { kind: 'system' as const, userId: 'system' }, announce: true };
    const system = (kind: string, content: string) =>
      on.database.forOrg(org, (tx) => artifacts.write(tx, outside, { kind, content }));
    await Promise.all([system('conversation_summary', 'one'), system('brief', 'two')]);
    expect(announced).toEqual([conversationId, conversationId]);
    const rows = await on.database.forOrg(org, (tx) =>
      tx.query(
        'SELECT told_seq AS seq, created_by AS by FROM artifact_versions WHERE org_id = $1 AND conversation_id = $2 ORDER BY version',
        [conversationId],
      ),
    );
    expect(rows.map(({ seq }) => seq).sort()).toEqual([1, 2]);
    expect(rows.map(({ by }) => by)).toEqual([null, null]);
  });

  it('are exported and erased with their contact only', async () => {
    await write('of Ann');
    await write('of Ann, again');
    const bobs = await newConversation(org, 'bob');
    await on.database.forOrg(org, (tx) =>
      artifacts.write(tx, { ...place(), conversationId: bobs }, { kind: 'brief', content: 'of Bob' }),
    );
    const contactData = artifactContactData();
    const exported = await on.database.forOrg(org, (tx) => contactData.export(tx, 'bob'));
    expect(exported.artifact_versions).toMatchObject([{ content: 'of Bob' }]);
    await on.database.forOrg(org, (tx) => contactData.erase(tx, 'ann', 500));
    const left = await on.database.forOrg(org, (tx) =>
      tx.query<{ content: string }>('SELECT content FROM artifact_versions WHERE org_id = $1', []),
    );
    expect(left.map(({ content }) => content)).toEqual(['of Bob']);
  });
});
