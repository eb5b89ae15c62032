import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { EmptyFileError, FileTooLargeError, UnsupportedMediaError } from './file.errors.ts';
import { FileRetention, UNUSED_FILE_TTL_MS } from './file-retention.ts';
import { FileRepository } from './file.repository.ts';
import { FileService, MAX_FILE_BYTES } from './file.service.ts';
import { SLICE_BYTES } from './slices.ts';

const never = new AbortController().signal;

describeWith('postgres', 'files', () => {
  const [org, other] = [randomUUID(), randomUUID()];
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));
  const on = suiteDatabase();
  let files: FileService;

  beforeAll(async () => {
    files = new FileService(on.database, clock);
  });

  const text = (content: string, name = 'note.txt') => ({ name, content: Buffer.from(content) });
  const contents = (orgId: string) =>
    on.database.forOrg(orgId, (tx) => tx.query('SELECT 1 FROM file_contents WHERE org_id = $1', []));
  const inOrg = <Result>(work: (repository: FileRepository) => Promise<Result>) =>
    on.database.forOrg(org, (tx) => work(new FileRepository(tx)));

  it('are stored unchanged, and equal contents of an org once', async () => {
    const first = await files.store(org, text('the terms', 'a/terms.md'));
    const second = await files.store(org, text('the terms', 'copy.txt'));
    expect(first).toMatchObject({ name: 'terms.md', mediaType: 'text/markdown', bytes: 9 });
    expect(second).toMatchObject({ name: 'copy.txt', mediaType: 'text/plain', sha256: first.sha256 });
    expect(second.id).not.toBe(first.id);
    expect(await contents(org)).toHaveLength(1);
    expect((await files.open(org, second.id))?.content.toString()).toBe('the terms');
    expect(await files.find(other, first.id)).toBeUndefined();
    expect(await files.open(other, first.id)).toBeUndefined();
    await files.store(other, text('the terms'));
    expect(await contents(other)).toHaveLength(1);
  });

  it('of the same origin are stored once, even if stored concurrently', async () => {
    const stored = await Promise.all(
      ['one', 'two', 'three'].map((content) => files.store(org, { ...text(content), origin: 'turn:0' })),
    );
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
  });

  it.each([
    [EmptyFileError, Buffer.alloc(0)],
    [FileTooLargeError, Buffer.alloc(MAX_FILE_BYTES + 1, 'x')],
    [UnsupportedMediaError, Buffer.from('GIF89a\u0001', 'latin1')],
  ])('are rejected with %p', async (error, content) => {
    await expect(files.store(org, { name: 'x', content })).rejects.toThrow(error);
  });

  it('of text and PDF have a text; a PDF is read once', async () => {
    const note = await files.store(org, text('Hello'));
    expect(await files.textOf(org, note.id, never)).toEqual({ text: 'Hello' });
    const pdf = await files.store(org, { name: 'x.pdf', content: makePdf(['Price list']) });
    expect(await files.textOf(org, pdf.id, never)).toEqual({ text: 'Price list' });
    await inOrg((repository) => repository.keepText(pdf.sha256, 'kept', null));
    expect(await files.textOf(org, pdf.id, never)).toEqual({ text: 'kept' });
    const broken = await files.store(org, { name: 'x.pdf', content: Buffer.from('%PDF-1.4 no') });
    for (let time = 0; time < 2; time += 1)
      expect(await files.textOf(org, broken.id, never)).toEqual({ problem: 'UNREADABLE' });
    expect(await files.textOf(other, note.id, never)).toBeUndefined();
  });

  const parts = (orgId: string) =>
    on.database.forOrg(orgId, (tx) => tx.query('SELECT part FROM file_parts WHERE org_id = $1', []));
  const large = (letter: string) => ({ name: 'x.txt', content: Buffer.alloc(3 * SLICE_BYTES + 8, letter) });

  it('of many bytes are stored in parts, which are removed with the last file', async () => {
    const file = await files.store(org, large('ä'));
    expect(await parts(org)).toHaveLength(4);
    const { content } = large('ä');
    expect((await files.open(org, file.id))?.content.equals(content)).toBe(true);
    expect(await files.textOf(org, file.id, never)).toEqual({ text: expect.stringContaining('ää') });
    const [copy] = await Promise.all([
      files.store(org, large('ä')),
      inOrg((repository) => repository.removeUnused([file.id])),
    ]);
    expect((await files.open(org, copy.id))?.content.equals(content)).toBe(true);
    await inOrg((repository) => repository.removeUnused([copy.id]));
    expect([await parts(org), await files.open(org, copy.id)]).toEqual([[], undefined]);
  });

  it('let other work run while they are stored', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 0);
    await files.store(other, { name: 'x', content: Buffer.alloc(MAX_FILE_BYTES, 'x') });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(MAX_FILE_BYTES / SLICE_BYTES);
  });

  it('are stored while they arrive, and leave nothing if they are cut off', async () => {
    const before = await parts(org);
    const stored: number[] = [];
    async function* arriving() {
      for (let slice = 0; slice < 4; slice += 1) {
        yield Buffer.alloc(SLICE_BYTES, 'arriving');
        stored.push((await parts(org)).length - before.length);
      }
      throw new Error('cut off');
    }
    const refused = files.store(org, { name: 'x', content: arriving() });
    await expect(refused).rejects.toThrow('cut off');
    expect(stored).toEqual([0, 1, 2, 3]);
    expect(await parts(org)).toEqual(before);
  });

  it('whose process ended in an upload leave no parts', async () => {
    const row = await files.store(org, text('row'));
    const cutOff = new Date(clock.now().getTime() - UNUSED_FILE_TTL_MS - 1);
    for (const [sha256, createdAt] of [
      ['cut', cutOff],
      ['begun', clock.now()],
    ] as const)
      await inOrg((repository) => repository.insertPart({ ...row, sha256, createdAt }, 0, Buffer.from('x')));
    await new FileRetention(on.database, clock).removeUnused();
    expect(await parts(org)).toHaveLength(1);
  });

  it('without a use are removed, and their content with the last of them', async () => {
    const [mine, shared] = [await files.store(org, text('mine')), await files.store(org, text('shared'))];
    const copy = await files.store(org, text('shared', 'copy.txt'));
    const at = clock.now();
    await inOrg(async (repository) => {
      await repository.use({ fileId: mine.id, place: 'message:1', contactId: 'ann' }, at);
      await repository.use({ fileId: shared.id, place: 'message:1', contactId: 'ann' }, at);
      await repository.use({ fileId: shared.id, place: 'message:2', contactId: 'bob' }, at);
      await repository.use({ fileId: copy.id, place: 'message:3', contactId: 'bob' }, at);
    });
    const removed = await inOrg(async (repository) => {
      const ids = (await repository.ofContact('ann', 10)).map(({ id }) => id);
      expect(ids.sort()).toEqual([mine.id, shared.id].sort());
      await repository.forgetContact('ann', ids);
      return repository.removeUnused(ids);
    });
    expect(removed).toBe(1);
    expect(await files.find(org, mine.id)).toBeUndefined();
    expect((await files.open(org, shared.id))?.content.toString()).toBe('shared');
    await inOrg((repository) => repository.forgetContact('bob', [shared.id]));
    await inOrg((repository) => repository.removeUnused([shared.id]));
    expect((await files.open(org, copy.id))?.content.toString()).toBe('shared');
  });

  it('keep their content if uploaded while the last file with that content is removed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const old = await files.store(org, text(`round ${round}`));
      const [, fresh] = await Promise.all([
        inOrg((repository) => repository.removeUnused([old.id])),
        files.store(org, text(`round ${round}`)),
      ]);
      expect((await files.open(org, fresh.id))?.content.toString()).toBe(`round ${round}`);
    }
  });

  it('that were never attached are removed after a week, in every org', async () => {
    const [old, used] = [await files.store(other, text('old')), await files.store(other, text('used'))];
    await on.database.forOrg(other, (tx) =>
      new FileRepository(tx).use({ fileId: used.id, place: 'message:9', contactId: 'ann' }, clock.now()),
    );
    const retention = new FileRetention(on.database, clock);
    clock.advance(UNUSED_FILE_TTL_MS - 1);
    await retention.removeUnused();
    expect(await files.find(other, old.id)).toBeDefined();
    const fresh = await files.store(other, text('fresh'));
    clock.advance(2);
    expect(await retention.removeUnused()).toBeGreaterThanOrEqual(1);
    expect(await files.find(other, old.id)).toBeUndefined();
    expect(await files.find(other, used.id)).toBeDefined();
    expect(await files.find(other, fresh.id)).toBeDefined();
  });
});
