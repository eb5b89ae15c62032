// A turn costs what its model calls cost, whatever happens to the run that made them, and no answer is paid for twice.
import fc from 'fast-check';
import { ModelError, type GenerateRequest, type GenerateResult } from '#models';
import type { Pack, Tool } from '#pack-kit';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import type { OrgOfTest } from '../testing/test-org.fixture.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, scoreTask, testPack, useTurns } from '../testing/turns.fixture.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let picture = '';

/** The tools run one after the other, so that a fault in one hits no answer of the other. */
const lane = 'one';
const rate: Tool = {
  ...plainTool('rate'),
  lane,
  execute: async (_input, { tasks }) => ({ rated: (await tasks.run('score', { n: 2 })).output }),
};
const see: Tool = {
  ...plainTool('see'),
  lane,
  execute: async (_input, { shared, signal }) => shared!.look(picture, 'What is it?', signal),
};
const base = testPack('alpha', [rate, see], ['helper', 'other']);
const pack: Pack = {
  ...base,
  tasks: [...(base.tasks ?? []), scoreTask],
  agents: base.agents.map((agent) => ({ ...agent, programs: true })),
  policies: [
    {
      name: 'checked',
      agents: ['helper', 'other'],
      standing: () => 'applied',
      problem: (reply) => (reply === 'Right.' ? undefined : 'it is not right'),
      rewrite: 'Say “Right.”.',
      safeReply: () => 'Right.',
    },
  ],
};

/** A call ends with an answer as requested, with one that has to be requested again, or with a fault. */
const FATES = [
  'fits',
  'misses',
  'breaks',
  'busy',
  'dies',
  'stolen',
  'overtaken',
  'suspended',
  'revived',
] as const;
type Fate = (typeof FATES)[number];
const FAULTS = FATES.filter((fate) => fate !== 'fits' && fate !== 'misses');

/** The places of a turn that call a model, by what they request. */
const PLACES: Record<string, (request: GenerateRequest) => boolean> = {
  'the choice of the agent': ({ responseSchema }) => responseSchema?.name === 'choose',
  'the task of a tool': ({ responseSchema }) => responseSchema?.name === 'score',
  'the look at a picture': ({ messages }) => messages[0]?.text === 'What is it?',
  'the rewrite of a reply': ({ messages }) => messages.at(-1)?.text.includes('[Check of your reply') ?? false,
  'an empty answer requested again': ({ messages }) =>
    messages.at(-1)?.text.includes('answer was empty') ?? false,
  'a round with results': ({ messages }) => messages.at(-1)?.role === 'tool',
  'the first round': () => true,
};
const placeOf = (request: GenerateRequest) =>
  Object.keys(PLACES).find((place) => PLACES[place]?.(request)) ?? '';

/** The fates of earlier calls, for places that not every turn reaches. */
const BEFORE: Record<string, Record<string, Fate>> = {
  'an empty answer requested again': { 'a round with results': 'misses' },
  'the rewrite of a reply': { 'a round with results': 'misses', 'an empty answer requested again': 'misses' },
};

function answerAt(place: string, request: GenerateRequest, fits: boolean): Partial<GenerateResult> {
  switch (place) {
    case 'the choice of the agent':
      return { text: fits ? '{"agent":"helper"}' : 'The helper.' };
    case 'the task of a tool':
      return { text: fits ? '{"score":1}' : '1' };
    case 'the first round':
      if (request.tools.length === 0) return { text: 'Right.' };
      return fits ? calls('rate', 'see')() : { text: '```tool_code\nreturn await rate({ text: "x" })\n```' };
    case 'a round with results':
      return { text: fits ? 'Right.' : ' ' };
    default:
      return { text: fits ? 'Right.' : 'Wrong.' };
  }
}

describeWith('postgres', 'the paid calls of a turn', () => {
  const turnpike = useTurns([pack], { paid: true });
  const org = useOrg(turnpike, { VISION_MODEL: 'gpt-6.1-terra' });
  beforeEach(async () => {
    picture = (await turnpike.ports.files.store(org.id, { name: 'p.png', content: PICTURE })).id;
  });

  const spentOf = async (of: OrgOfTest, turnId: string) => {
    const [sums] = await of.query<Record<'turn' | 'calls', number[]>>(
      `SELECT (SELECT ARRAY[prompt_tokens, completion_tokens, cost_usd]::float8[] FROM turns WHERE org_id = $1 AND id = $2) AS turn,
              (SELECT ARRAY[coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0), round(coalesce(sum(cost_usd), 0), 8)]::float8[]
                 FROM model_calls WHERE org_id = $1) AS calls`,
      [turnId],
    );
    return sums;
  };

  /** Counts the call in progress as one of a dead worker. */
  const countAsDead = async () => {
    const expire = 'UPDATE budget_reservations SET lease_until = clock_timestamp() WHERE org_id = $1';
    await eventually(async () => expect(await org.execute(expire)).toBeGreaterThan(0));
    await turnpike.sweeper.sweep();
  };

  /** Runs a turn to its end. The fate of a call is that of its number, or of its place the first time. */
  async function play(fates: readonly Fate[] | Record<string, Fate>) {
    const { turnId } = await org.send({ newConversation: true });
    const kept = new Set<string>();
    const repeated: string[] = [];
    const taken = new Set<string>();
    let count = 0;
    const fateOf = (place: string): Fate => {
      if (Array.isArray(fates)) return (fates as Fate[])[count++] ?? 'fits';
      const fate = taken.has(place) ? 'fits' : (fates as Record<string, Fate>)[place];
      taken.add(place);
      return fate ?? 'fits';
    };
    const finish = async () => {
      for (let runs = 0; runs < 30; runs += 1) {
        await org.run(turnId);
        if ((await org.row(turnId)).state !== 'queued') {
          if ((await org.row(turnId)).state !== 'running') return;
          await org.expireLease(turnId);
        }
      }
      throw new Error('the turn does not end');
    };
    const answer = async (request: GenerateRequest): Promise<Partial<GenerateResult>> => {
      turnpike.model.answer(answer);
      const place = placeOf(request);
      const fate = fateOf(place);
      const key = JSON.stringify([place, request.messages]);
      if (kept.has(key)) repeated.push(place);
      switch (fate) {
        case 'breaks':
          throw new ModelError('BROKEN_STREAM', 'The answer broke off.');
        case 'busy':
          throw new ModelError('UNAVAILABLE', 'Busy.');
        case 'dies':
          throw new Error('the worker is gone');
        case 'stolen':
          // The answer comes before the turn ends in another run.
          await org.execute(
            `UPDATE turns SET lease_token = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 minute'
              WHERE org_id = $1 AND id = $2`,
            [turnId],
          );
          return answerAt(place, request, true);
        case 'suspended':
          // The worker seems dead, and then gets the answer.
          await countAsDead();
          return answerAt(place, request, true);
        case 'revived':
        case 'overtaken':
          if (fate === 'revived') await countAsDead();
          // The answer comes after it.
          await org.expireLease(turnId);
          await finish();
          return answerAt(place, request, true);
        default:
          kept.add(key);
          return answerAt(place, request, fate === 'fits');
      }
    };
    turnpike.model.forget();
    turnpike.model.answer(answer);
    await finish();
    turnpike.model.forget();
    return { turnId, repeated, taken };
  }

  it.each(Object.keys(PLACES).flatMap((place) => FAULTS.map((fault) => [place, fault] as const)))(
    'hold at %s, which %s',
    async (place, fault) => {
      const { turnId, repeated, taken } = await play({ ...BEFORE[place], [place]: fault });
      expect(taken).toContain(place);
      const spent = await spentOf(org, turnId);
      expect(repeated).toEqual([]);
      expect(spent?.turn).toEqual(spent?.calls);
      expect(spent?.turn[2]).toBeGreaterThan(0);
    },
  );

  it('hold for a turn that is cancelled between its runs', async () => {
    const { turnId } = await org.send();
    turnpike.model.answer(
      () => ({ text: '{"agent":"helper"}' }),
      () => Promise.reject(new Error('the worker is gone')),
    );
    expect(await org.run(turnId)).toMatchObject({ kind: 'retry' });
    await org.cancel(turnId);
    const spent = await spentOf(org, turnId);
    expect(spent?.turn).toEqual(spent?.calls);
    expect(spent?.turn[2]).toBeGreaterThan(0);
  });

  it('hold for a call whose worker died, once it is counted', async () => {
    const { turnId } = await play({});
    const before = await spentOf(org, turnId);
    await org.execute(
      `INSERT INTO budget_reservations (org_id, id, amount_usd, day, provider, model, tier, prompt_tokens, completion_tokens,
                                        lease_until, turn_id)
       SELECT $1, gen_random_uuid(), 0.25, current_date, 'openai', 'm', 'flash', 1000, 500, clock_timestamp(), $2`,
      [turnId],
    );
    await turnpike.sweeper.sweep();
    const spent = await spentOf(org, turnId);
    expect(spent?.turn).toEqual(spent?.calls);
    expect(spent!.turn[2]! - before!.turn[2]!).toBeCloseTo(0.25);
  });

  it('hold for any sequence of fates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...FATES), { maxLength: 12 }), async (fates) => {
        await org.replace({ VISION_MODEL: 'gpt-6.1-terra' });
        picture = (await turnpike.ports.files.store(org.id, { name: 'p.png', content: PICTURE })).id;
        const { turnId, repeated } = await play(fates);
        const spent = await spentOf(org, turnId);
        expect(repeated).toEqual([]);
        expect(spent?.turn).toEqual(spent?.calls);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
