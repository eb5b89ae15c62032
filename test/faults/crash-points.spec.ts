import type { GenerateRequest } from '#models';
import type { Tool } from '#pack-kit';
import { calls } from '../../libs/turns/testing/scripted-model.ts';
import { testOrg, type TestOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import {
  noteTool,
  openTurns,
  plainTool,
  testPack,
  useTurns,
  type TurnsFixture,
} from '../../libs/turns/testing/turns.fixture.ts';
import { describeWith } from '../harness/services.ts';
import { cutSides, DatabaseProxy, type CutSide } from './database-proxy.ts';

/** More packets than any turn of these tests sends; the loop ends earlier. */
const MOST_PACKETS = 200;

interface Story {
  name: string;
  tool: string;
  /** How often the tool's effect may have happened at the end, depending on whether its outcome is known. */
  effects: (known: boolean) => number[];
}

const stories: Story[] = [
  { name: 'writes its own tables', tool: 'note', effects: () => [1] },
  { name: 'acts outside', tool: 'post', effects: (known) => (known ? [1] : [0, 1]) },
];

/**
 * A turn with two model calls and a tool call between them. Its worker dies at every packet that it sends to the
 * database, once before the packet arrives and once after. Between packets, the only effects visible outside the worker
 * are model requests and tool effects. Another worker then takes over.
 */
describeWith('postgres', 'a worker that dies at any step of a turn', () => {
  const noted: string[] = [];
  const posted: string[] = [];
  const post: Tool = {
    ...plainTool('post'),
    sideEffect: 'external',
    execute: async (_input, { idempotencyKey }) => {
      posted.push(idempotencyKey);
      return { posted: true };
    },
  };
  const packs = [testPack('alpha', [noteTool(noted), post])];
  const survivor = useTurns(packs);

  /** Requests the tool, then answers. */
  const follow = (fixture: TurnsFixture, tool: string) => {
    const answer = (request: GenerateRequest) =>
      request.messages.some(({ role }) => role === 'tool') ? { text: 'Done.' } : calls(tool)();
    fixture.model.forget();
    fixture.model.answer(...Array.from({ length: 6 }, () => answer));
  };

  const count = async (org: TestOrg, sql: string) => {
    const [row] = await org.queryUnscoped<{ count: number }>(sql, [org.id]);
    return row?.count ?? -1;
  };

  /** Runs the turn to its end, as workers do that find an expired lease. */
  const takeOver = async (org: TestOrg, turnId: string) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await org.expireLease(turnId);
      const outcome = await org.run(turnId);
      if (outcome.kind === 'done') return;
    }
    throw new Error('The turn is not to be had');
  };

  /** @returns whether the worker died; false if the turn takes fewer packets */
  const dieAt = async (packet: number, side: CutSide, story: Story): Promise<boolean> => {
    const { settings } = survivor.testDatabase;
    const proxy = await DatabaseProxy.start(settings.url);
    const doomed = await openTurns(packs, {
      create: async () => ({ settings: { ...settings, url: proxy.url }, drop: async () => undefined }),
    });
    const org = await survivor.newOrg();
    const { turnId } = await org.send();
    follow(doomed, story.tool);
    follow(survivor, story.tool);
    posted.length = 0;
    const cut = proxy.cutAt(packet, side);
    const runner = doomed.newRunner();
    const run = runner.run(org.id, turnId, false);
    await Promise.race([cut, run]);
    const died = proxy.wasCut;
    if (died) await takeOver(org, turnId);
    // A dead worker does not wait for its database.
    runner.close(0);
    await proxy.stop();
    await run.catch(() => undefined);
    await doomed.close();

    const at = { story: story.name, packet, side };
    const known =
      (await count(
        org,
        `SELECT count(*)::int AS count FROM tool_effects WHERE org_id = $1 AND state = 'unknown_outcome'`,
      )) === 0;
    const effects =
      story.tool === 'post'
        ? posted.length
        : await count(org, `SELECT count(*)::int AS count FROM contacts WHERE org_id = $1 AND id <> 'ann'`);
    expect({
      ...at,
      effects: story.effects(known).includes(effects) ? 'once' : effects,
      state: (await org.row(turnId)).state,
    }).toEqual({ ...at, effects: 'once', state: 'completed' });
    const types = await org.eventTypes(turnId);
    expect({
      ...at,
      replies: await count(
        org,
        `SELECT count(*)::int AS count FROM messages WHERE org_id = $1 AND role = 'assistant'`,
      ),
      ends: types.filter((type) => type === 'turn.completed').length,
      last: types.at(-1),
    }).toEqual({ ...at, replies: 1, ends: 1, last: 'turn.completed' });
    // A model answer is requested again only if it had not been stored.
    expect(doomed.model.requests.length + survivor.model.requests.length).toBeLessThanOrEqual(3);
    return died;
  };

  it.each(cutSides.flatMap((side) => stories.map((story) => ({ side, story, name: story.name }))))(
    'is replaced, and the turn ends once: its tool $name, and it dies $side a packet',
    async ({ side, story }) => {
      let packets = 1;
      while (packets < MOST_PACKETS && (await dieAt(packets, side, story))) packets += 1;
      // A turn of two model calls and a tool call needs at least this many packets.
      expect(packets).toBeGreaterThan(6);
      expect(packets).toBeLessThan(MOST_PACKETS);
    },
    600_000,
  );
});

/**
 * A message whose API process dies at every packet of its acceptance; the last packets leave a stored turn without a
 * job. The caller, who received no response, retries at another API process and sends the next message.
 */
describeWith('postgres', 'an api that dies at any step of an acceptance', () => {
  const survivor = useTurns();

  const storedOf = (org: TestOrg) => org.queryUnscoped<{ id: string }>('SELECT id FROM turns ORDER BY seq');

  /** Runs the queued turns, in order. */
  const runAll = async (org: TestOrg) => {
    const runner = survivor.newRunner();
    for (const { turnId } of survivor.jobs.enqueued) await runner.run(org.id, turnId, false);
  };

  /** @returns whether the API process died, and whether the turn was stored by then */
  const dieAt = async (packet: number, side: CutSide) => {
    const { settings } = survivor.testDatabase;
    const proxy = await DatabaseProxy.start(settings.url);
    const doomed = await openTurns(undefined, {
      create: async () => ({ settings: { ...settings, url: proxy.url }, drop: async () => undefined }),
    });
    // Its packets, read beside the acceptance, would be counted.
    jest.spyOn(doomed.fairShare, 'limitOf').mockReturnValue(20);
    const org = await survivor.newOrg();
    const cut = proxy.cutAt(packet, side);
    const accepting = testOrg(doomed, org).send({}, 'first');
    await Promise.race([cut, accepting]);
    const died = proxy.wasCut;
    await proxy.stop();
    await accepting.catch(() => undefined);
    await doomed.close();
    const stored = (await storedOf(org)).length > 0;

    survivor.jobs.enqueued.length = 0;
    const first = await org.send({}, 'first');
    const second = await org.send({ conversationId: first.conversationId });
    expect({ packet, side, queued: survivor.jobs.turnIds }).toEqual({
      packet,
      side,
      queued: stored ? [] : [first.turnId],
    });
    survivor.clock.advance(6_000);
    await survivor.sweeper.sweep();
    await runAll(org);
    expect({ packet, side, ran: survivor.jobs.turnIds }).toEqual({
      packet,
      side,
      ran: [first.turnId, second.turnId],
    });
    expect((await storedOf(org)).map(({ id }) => id)).toEqual([first.turnId, second.turnId]);
    for (const { turnId } of [first, second]) expect((await org.row(turnId)).state).toBe('completed');
    return { died, stored };
  };

  it.each(cutSides)(
    'has taken the message or not: it is answered once, before the next one (%s a packet)',
    async (side) => {
      const storedAt: boolean[] = [];
      for (let packet = 1; packet < MOST_PACKETS; packet += 1) {
        const { died, stored } = await dieAt(packet, side);
        if (!died) break;
        storedAt.push(stored);
      }
      // Nothing is stored before the commit, which is the last packet.
      expect(storedAt.length).toBeGreaterThan(2);
      expect(storedAt.indexOf(true)).toBe(side === 'after' ? storedAt.length - 1 : -1);
    },
    600_000,
  );
});
