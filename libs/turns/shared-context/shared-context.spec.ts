import { randomUUID } from 'node:crypto';
import { FileRepository } from '#artifacts';
import type { SharedContextView } from '#contracts';
import type { Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { sharedPort } from '../callers/shared-port.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';
import { ImageAnalysis } from './image-analysis.service.ts';
import { SharedContextService } from './shared-context.service.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

describeWith('postgres', 'shared context of a contact', () => {
  let shared: SharedContextService;
  let images: ImageAnalysis;
  const asked: { payload: unknown }[] = [];

  const turnpike = useTurns([testPack('alpha', [])], { canSee: true });
  beforeAll(() => {
    const { database, clock, orgs, ports } = turnpike;
    const outbox = {
      add: async (_tx: unknown, outboxTask: { payload: unknown }) => asked.push(outboxTask) > 0,
    };
    shared = new SharedContextService(database, clock, orgs, outbox as never);
    images = new ImageAnalysis(database, clock, orgs, ports.files, ports.calls, ports.modelRegistry);
  });

  beforeEach(() => {
    asked.length = 0;
  });

  async function begin(settings: Record<string, string> = {}) {
    const org = await turnpike.newOrg(settings);
    const { conversationId } = await org.send();
    const store = (content: Buffer) => turnpike.ports.files.store(org.id, { name: 'x', content });
    const own = { get: (name: string) => settings[name], behind: () => undefined };
    const port = sharedPort(
      { ...turnpike.ports, clock: turnpike.clock },
      { orgId: org.id, conversationId, settings: own },
    );
    return { org, conversationId, store, port };
  }

  const screen = (org: Org, conversationId: string, fileId: string): Promise<SharedContextView | undefined> =>
    shared.sharePicture(org.id, conversationId, 'screen', { consent: true, fileId });

  it('is available to tools until it is withdrawn, and only the last of each kind', async () => {
    const { org, conversationId, port } = await begin();
    expect(await port.location()).toBeUndefined();
    await shared.shareLocation(org.id, conversationId, { consent: true, city: 'Paphos' });
    await shared.shareLocation(org.id, conversationId, {
      consent: true,
      position: { latitude: 34.77, longitude: 32.42 },
    });
    expect(await port.location()).toEqual({
      position: { latitude: 34.77, longitude: 32.42 },
      sharedAt: turnpike.clock.now(),
    });
    for (let time = 0; time < 2; time += 1)
      expect(await shared.takeBack(org.id, conversationId, 'location')).toBe(true);
    expect(await port.location()).toBeUndefined();
    const other = await turnpike.newOrg();
    expect(await shared.takeBack(other.id, conversationId, 'location')).toBe(false);
    expect(
      await shared.shareLocation(other.id, conversationId, { consent: true, city: 'x' }),
    ).toBeUndefined();
  });

  it('stores a shared picture, and reports that no model analyses it', async () => {
    const { org, conversationId, store, port } = await begin();
    const file = await store(PNG);
    expect(await screen(org, conversationId, file.id)).toMatchObject({
      kind: 'screen',
      fileId: file.id,
      analysis: { state: 'NOT_CONFIGURED: VISION_MODEL', text: null },
    });
    expect(asked).toEqual([]);
    expect(await port.picture('webcam')).toBeUndefined();
    const uses = () => org.transact((tx) => new FileRepository(tx).ofContact('ann', 10));
    expect(await uses()).toHaveLength(1);
    await shared.takeBack(org.id, conversationId, 'screen');
    expect(await uses()).toEqual([]);
    expect(await port.picture('screen')).toBeUndefined();
  });

  it('rejects files that are not pictures of the org', async () => {
    const { org, conversationId, store } = await begin();
    const text = await store(Buffer.from('text'));
    await expect(screen(org, conversationId, text.id)).rejects.toMatchObject({ code: 'NO_PICTURE' });
    const foreign = await (await begin()).store(PNG);
    await expect(screen(org, conversationId, foreign.id)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'UNKNOWN_FILE',
    });
  });

  it('is analysed by the vision model, unless another picture was shared in the meantime', async () => {
    const { org, conversationId, store, port } = await begin({ VISION_MODEL: 'offline-standard' });
    const [first, second] = [await store(PNG), await store(JPEG)];
    expect(await screen(org, conversationId, first.id)).toMatchObject({ analysis: { state: 'pending' } });
    const picture = { conversationId, kind: 'screen' as const, fileId: first.id };
    expect(asked).toMatchObject([{ job: 'analyze-image', payload: picture }]);
    const { signal } = new AbortController();
    turnpike.model.answer(() => ({ text: 'An error: disk full' }));
    await images.analyse(org.id, picture, signal);
    expect(await port.picture('screen')).toMatchObject({ state: 'ready', analysis: 'An error: disk full' });
    const markDead = () => org.transact((tx) => images.markDead(tx, picture, 'worker died'));
    await markDead();
    expect(await port.picture('screen')).toMatchObject({ state: 'ready' });
    await screen(org, conversationId, first.id);
    turnpike.model.answer(async () => {
      await screen(org, conversationId, second.id);
      return { text: 'too late' };
    });
    await images.analyse(org.id, picture, signal);
    await markDead();
    expect(await port.picture('screen')).toMatchObject({ state: 'pending', analysis: null });
    const last = { ...picture, fileId: second.id };
    await org.transact((tx) => images.markDead(tx, last, 'its workers died'));
    expect(await port.picture('screen')).toMatchObject({ state: 'FAILED: its workers died', analysis: null });
  });

  it('is analysed again for a question, and only with a vision model', async () => {
    const seeing = await begin({ VISION_MODEL: 'offline-standard' });
    const file = await seeing.store(PNG);
    await screen(seeing.org, seeing.conversationId, file.id);
    const { signal } = new AbortController();
    turnpike.model.forget();
    turnpike.model.answer(() => ({ text: 'The total is 42.' }));
    expect(await seeing.port.look(file.id, 'Read the total', signal)).toEqual({
      text: 'The total is 42.',
      model: 'offline-standard',
    });
    expect(turnpike.model.requests[0]?.messages).toMatchObject([
      { role: 'user', text: 'Read the total', parts: [{ mediaType: 'image/png' }] },
    ]);
    expect(await seeing.port.picture('screen')).toMatchObject({ analysis: null });
    await expect(seeing.port.look(randomUUID(), 'Read', signal)).rejects.toMatchObject({
      errorClass: 'PRECONDITION_FAILED',
    });
    const blind = await begin();
    await expect(blind.port.look(file.id, 'Read', signal)).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      help: { missingSettings: ['VISION_MODEL'] },
    });
  });

  it('is not sent to a model after it was withdrawn or replaced', async () => {
    const { org, conversationId, store } = await begin({ VISION_MODEL: 'offline-standard' });
    const [first, second] = [await store(PNG), await store(JPEG)];
    const { signal } = new AbortController();
    turnpike.model.forget();
    turnpike.model.answer(() => ({ text: 'a secret' }));
    await screen(org, conversationId, first.id);
    await screen(org, conversationId, second.id);
    await images.analyse(org.id, { conversationId, kind: 'screen', fileId: first.id }, signal);
    await shared.takeBack(org.id, conversationId, 'screen');
    await images.analyse(org.id, { conversationId, kind: 'screen', fileId: second.id }, signal);
    expect(turnpike.model.requests).toEqual([]);
  });

  it('is deleted with its file when withdrawn or replaced, unless the file is still in use', async () => {
    const { org, conversationId, store } = await begin();
    const [first, second, sent] = [await store(PNG), await store(JPEG), await store(PNG)];
    await org.send({ conversationId, attachments: [{ fileId: sent.id }] });
    const left = async () => {
      const files = await Promise.all(
        [first, second, sent].map(({ id }) => turnpike.ports.files.find(org.id, id)),
      );
      return files.map((file) => file !== undefined);
    };
    await screen(org, conversationId, first.id);
    await screen(org, conversationId, first.id);
    expect(await left()).toEqual([true, true, true]);
    await screen(org, conversationId, second.id);
    expect(await left()).toEqual([false, true, true]);
    await screen(org, conversationId, sent.id);
    expect(await left()).toEqual([false, false, true]);
    await shared.takeBack(org.id, conversationId, 'screen');
    expect(await left()).toEqual([false, false, true]);
    expect(await turnpike.ports.files.open(org.id, sent.id)).toBeDefined();
  });
});
