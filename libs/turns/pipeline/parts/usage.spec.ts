import { setTimeout as delay } from 'node:timers/promises';
import { describeWith } from '../../../../test/harness/services.ts';
import { calls } from '../../testing/scripted-model.ts';
import { openTurns, plainTool, testPack, type TurnsFixture } from '../../testing/turns.fixture.ts';

const TOOL_MS = 60;

describeWith('postgres', 'what a turn waited for', () => {
  let turnpike: TurnsFixture;

  beforeAll(async () => {
    let running = 0;
    let both: () => void;
    const bothRun = new Promise<void>((resolve) => (both = resolve));
    /** Ends some time after the other one has begun: they run side by side, or not at all. */
    const slow = (name: string) => ({
      ...plainTool(name),
      execute: async () => {
        running += 1;
        if (running === 2) both();
        await bothRun;
        await delay(TOOL_MS);
        return { found: name };
      },
    });
    turnpike = await openTurns([testPack('alpha', [slow('one'), slow('two')])]);
  });

  afterAll(() => turnpike?.close());

  it('counts tools that run side by side once, also in a replay', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    turnpike.model.answer(calls('one', 'two'), () => {
      throw new Error('the connection broke');
    });
    await turnpike.newRunner().run(org.id, turnId, false);
    await turnpike.newRunner().run(org.id, turnId, false);
    const [waited] = await turnpike.database.forOrg(org.id, (tx) =>
      tx.query<{ toolMs: number; modelMs: number; longest: number; sum: number }>(
        `SELECT tool_ms AS "toolMs", model_ms AS "modelMs",
                (SELECT max(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS longest,
                (SELECT sum(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS sum
           FROM turns WHERE org_id = $1 AND id = $2`,
        [turnId],
      ),
    );
    expect(waited?.longest).toBeGreaterThanOrEqual(TOOL_MS - 1);
    expect(waited?.toolMs).toBeCloseTo(waited?.longest ?? 0, 0);
    expect(waited?.toolMs).toBeLessThan((waited?.sum ?? 0) - TOOL_MS / 2);
  });
});
