// Calls of one turn run side by side: their insights are in the order of the model's calls.
import { InsightService, listInsights } from '#memory';
import { OfflineEmbedder, type GenerateResult, type ModelToolCall } from '#models';
import { platformTools } from '#tools';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { testPack, useTurns } from '../../testing/turns.fixture.ts';

const BEFORE = 'Her budget is 250k';
const AFTER = 'Her budget is 300k';

describe('statements of one turn', () => {
  let memory: InsightService;
  /** Waited for before a text is embedded. */
  let beforeEmbedding: (text: string) => Promise<void>;

  const pack = testPack('alpha', []);
  pack.agents = pack.agents.map((agent) => ({
    ...agent,
    tools: ['store_insight'],
    programs: true,
    programWrites: ['store_insight'],
  }));
  const turnpike = useTurns([pack], { platform: platformTools });
  const org = useOrg(turnpike);

  beforeAll(() => {
    memory = new InsightService(turnpike.database, new OfflineEmbedder(), turnpike.clock);
    const embed = memory.embed.bind(memory);
    memory.embed = async (orgId, text) => {
      await beforeEmbedding(text);
      return embed(orgId, text);
    };
    Object.assign(turnpike.ports, { memory });
  });
  beforeEach(() => {
    // The first statement is stored last.
    let storeTheFirst = () => {};
    const otherIsStored = new Promise<void>((resolve) => (storeTheFirst = resolve));
    beforeEmbedding = async (text) => (text === BEFORE ? otherIsStored : undefined);
    const store = InsightService.prototype.store.bind(memory);
    memory.store = async (tx, insight, embedded) => {
      const stored = await store(tx, insight, embedded);
      if (insight.text === AFTER) storeTheFirst();
      return stored;
    };
  });

  const noting = (text: string): ModelToolCall => ({
    id: text,
    name: 'store_insight',
    arguments: { text, category: 'preference' },
  });
  const program = (code: string): ModelToolCall => ({ id: 'p', name: 'run_program', arguments: { code } });
  const stored = (text: string) => `store_insight(${JSON.stringify(noting(text).arguments)})`;
  async function turnWith(...toolCalls: ModelToolCall[]) {
    turnpike.model.answer((): Partial<GenerateResult> => ({ toolCalls }));
    return org.send({ text: 'Her budget, please.' });
  }
  const live = async () =>
    (await org.transact((tx) => listInsights(tx, 'ann', 20, turnpike.clock.now()))).map(({ text }) => text);

  it.each([
    ['two calls', [noting(BEFORE), noting(AFTER)]],
    ['two calls of a program', [program(`await Promise.all([${stored(BEFORE)}, ${stored(AFTER)}])`)]],
    ['a program, and a call behind it', [program(`await ${stored(BEFORE)}`), noting(AFTER)]],
    ['a call, and a program behind it', [noting(BEFORE), program(`await ${stored(AFTER)}`)]],
    [
      'a program, and a program behind it',
      [program(`await sleep(1); await ${stored(BEFORE)}`), { ...program(`await ${stored(AFTER)}`), id: 'q' }],
    ],
  ])('holds by the order in which it was told, not stored: %s', async (_what, toolCalls) => {
    const { turnId } = await turnWith(...toolCalls);
    await org.run(turnId);
    expect(await live()).toEqual([AFTER]);
  });

  it('are applied in that order if a worker is lost between the calls', async () => {
    const { turnId } = await turnWith(noting(BEFORE), noting(AFTER));
    let wakeUp = () => {};
    const asleep = new Promise<void>((resolve) => (wakeUp = resolve));
    beforeEmbedding = async (text) => (text === BEFORE ? asleep : undefined);
    const store = memory.store.bind(memory);
    let lost: Promise<unknown> = Promise.resolve();
    await new Promise<void>((otherIsStored) => {
      memory.store = async (tx, insight, embedded) => {
        tx.afterCommit(otherIsStored);
        return store(tx, insight, embedded);
      };
      lost = org.run(turnId);
    });
    beforeEmbedding = async () => undefined;
    await org.expireLease(turnId);
    await org.run(turnId);
    expect(await live()).toEqual([AFTER]);
    wakeUp();
    await lost;
    expect(await live()).toEqual([AFTER]);
  });

  it('take precedence over statements extracted from the message', async () => {
    const { turnId, conversationId } = await turnWith(noting(AFTER));
    await org.run(turnId);
    const turn = await org.turn(turnId);
    beforeEmbedding = async () => undefined;
    const embedded = await memory.embed(org.id, BEFORE);
    await org.transact((tx) =>
      memory.store(
        tx,
        {
          contactId: 'ann',
          conversationId,
          text: BEFORE,
          category: 'preference',
          importance: 5,
          source: 'agent_extracted',
          said: { at: new Date(turn!.createdAt), turnSeq: 1, place: 7, by: 'contact' },
        },
        embedded,
      ),
    );
    expect(await live()).toEqual([AFTER]);
  });
});
