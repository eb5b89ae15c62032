import { describeWith } from '../../../../test/harness/services.ts';
import { calls, dies } from '../../testing/scripted-model.ts';
import { plainTool, testPack, useTurns } from '../../testing/turns.fixture.ts';

const TOOL_MS = 60;

describeWith('postgres', 'the waiting times of a turn', () => {
  let running = 0;
  let nowMs = 0;
  const { promise: bothRun, resolve: both } = Promise.withResolvers<void>();
  /** Advances the clock once both calls have started, so the test fails if they run one after the other. */
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
  const turnpike = useTurns([testPack('alpha', [slow('one'), slow('two')])]);
  beforeAll(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
  afterAll(() => jest.restoreAllMocks());

  it('count concurrent tools once, also in a replay', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await org.send();
    turnpike.model.answer(calls('one', 'two'), dies);
    await org.run(turnId);
    await org.run(turnId);
    const [waited] = await org.query<{ toolMs: number; modelMs: number; longest: number; sum: number }>(
      `SELECT tool_ms AS "toolMs", model_ms AS "modelMs",
                (SELECT max(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS longest,
                (SELECT sum(duration_ms) FROM tool_calls WHERE org_id = $1 AND turn_id = $2)::float8 AS sum
           FROM turns WHERE org_id = $1 AND id = $2`,
      [turnId],
    );
    expect(waited).toMatchObject({ toolMs: TOOL_MS, longest: TOOL_MS, sum: 2 * TOOL_MS });
  });
});
