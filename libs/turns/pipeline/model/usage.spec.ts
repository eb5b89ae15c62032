import { describeWith } from '../../../../test/harness/services.ts';
import { calls } from '../../testing/scripted-model.ts';
import { openTurns, plainTool, testPack, type TurnsFixture } from '../../testing/turns.fixture.ts';

const TOOL_MS = 60;

describeWith('postgres', 'the waiting times of a turn', () => {
  let turnpike: TurnsFixture;

  beforeAll(async () => {
    let running = 0;
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let both: () => void;
    const bothRun = new Promise<void>((resolve) => (both = resolve));
    /** The time advances when both have started: they run side by side, or not at all. */
    const slow = (name: string) => ({
      ...plainTool(name),
      execute: async () => {
        running += 1;
        if (running === 2) {
          nowMs += TOOL_MS;
          both();
        }
        await bothRun;
        return { found: name };
      },
    });
    turnpike = await openTurns([testPack('alpha', [slow('one'), slow('two')])]);
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await turnpike?.close();
  });

  it('count concurrent tools once, also in a replay', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    turnpike.model.answer(calls('one', 'two'), () => {
      throw new Error('the connection broke');
    });
    await turnpike.newRunner().run(org.id, turnId, false);
    await turnpike.newRunner().run(org.id, turnId, false);
    const [waited] = await turnpike
      .sql(org.id)
      .query<{ toolMs: number; modelMs: number; longest: number; sum: number }>(
        `SELECT tool_ms AS "toolMs", model_ms AS "modelMs",
                (SELECT max(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS longest,
                (SELECT sum(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS sum
           FROM turns WHERE org_id = $1 AND id = $2`,
        [turnId],
      );
    expect(waited).toMatchObject({ toolMs: TOOL_MS, longest: TOOL_MS, sum: 2 * TOOL_MS });
  });
});
