import { platformTools } from '#tools';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { calls } from '../testing/scripted-model.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { noteTool, plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

/** The embedded database runs one transaction at a time, so a transaction that waits for another would deadlock. */
describe('turns on the embedded database', () => {
  let org: TestOrg;
  const runs: string[] = [];

  const turnpike = useTurns([testPack('alpha', [plainTool('look'), noteTool(runs)])], {
    create: createEmbeddedTestDatabase,
    platform: platformTools,
  });
  beforeAll(async () => {
    org = await turnpike.newOrg();
  });

  it('run concurrently to their ends, and call their tools once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        org.send({ contact: `c-${index}`, externalId: `e-${index}` }, `k-${index}`),
      ),
    );
    turnpike.model.answer(...sent.map(() => calls('look', 'note')));
    const runner = turnpike.newRunner();
    await Promise.all(sent.map(({ turnId }) => runner.run(org.id, turnId, false)));
    for (const { turnId } of sent) {
      expect(await org.turn(turnId)).toMatchObject({ state: 'completed', reply: { text: 'Fine.' } });
      const types = await org.eventTypes(turnId);
      expect([types[0], types[1], types.at(-1)]).toEqual(['turn.queued', 'turn.started', 'turn.completed']);
    }
    expect(runs).toHaveLength(8);
  });

  it('are accepted once for one key, in one conversation, and can be cancelled, swept and followed', async () => {
    const twins = await Promise.all([1, 2, 3].map(() => org.send({ contact: 'bob' }, 'twin')));
    expect(new Set(twins.map((turn) => turn.turnId)).size).toBe(1);
    const turnId = twins[0]?.turnId ?? '';
    const next = await org.send({ contact: 'bob' });
    turnpike.jobs.enqueued.length = 0;
    expect(await org.cancel(turnId)).toBe(true);
    expect(turnpike.jobs.turnIds).toEqual([next.turnId]);
    const told: string[] = [];
    for await (const event of turnpike.events.follow(org.id, turnId, 0, AbortSignal.timeout(60_000)))
      told.push(event.type);
    expect(told).toEqual(['turn.queued', 'turn.cancelled']);
    turnpike.jobs.live.clear();
    turnpike.clock.advance(6_000);
    expect(await turnpike.sweeper.sweep()).toBe(1);
    expect((await turnpike.turns.page(org.id, { limit: 5 })).items).toHaveLength(5);
  });

  it('ask the records and record wishes, also side by side', async () => {
    const author = { kind: 'staff' as const, user: (await org.addMia()).id };
    const sent = await Promise.all(
      ['dora', 'emil', 'fay'].map((contact) =>
        org.send({ contact, author }, undefined, { staff: true, role: 'member' }),
      ),
    );
    const wish = { title: 'Speak Greek', description: 'Somebody wants to be answered in Greek' };
    turnpike.model.answer(
      ...sent.map(() => () => ({
        toolCalls: [
          { id: 'q', name: 'query_org_data', arguments: { dataset: 'conversations', operation: 'count' } },
          { id: 'r', name: 'request_feature', arguments: wish },
        ],
      })),
    );
    const runner = turnpike.newRunner();
    await Promise.all(sent.map(({ turnId }) => runner.run(org.id, turnId, false)));
    const results = await org.query<{ tool: string; answer: Record<string, number> }>(
      `SELECT tool, result->'data' AS answer FROM tool_calls
          WHERE org_id = $1 AND tool IN ('query_org_data', 'request_feature') ORDER BY tool`,
    );
    const of = (name: string, field: string) =>
      results.filter(({ tool }) => tool === name).map(({ answer }) => answer[field]);
    expect(of('query_org_data', 'count')).toEqual([12, 12, 12]);
    expect(of('request_feature', 'votes').toSorted()).toEqual([1, 2, 3]);
  });
});
