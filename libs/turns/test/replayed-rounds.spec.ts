// A replay repeats the rounds of the earlier run, even if the round limit has changed since.
import type { GenerateResult } from '#models';
import type { Pack, ReplyPolicy, Tool } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

const looks: string[] = [];
const look: Tool = {
  ...plainTool('look'),
  execute: async (input) => {
    looks.push((input as { text?: string }).text ?? '');
    return { found: true };
  },
};

let workerIsGone = false;
/** Has no rule: the worker of a turn can go between its last round and its end. */
const goes: ReplyPolicy = {
  name: 'goes',
  agents: ['helper'],
  standing: () => {
    if (workerIsGone) throw new Error('the worker is gone');
    return 'applied';
  },
  problem: () => undefined,
  rewrite: '',
  safeReply: () => '',
};

const pack: Pack = { ...testPack('alpha', [look], ['helper']), policies: [goes] };
pack.agents = pack.agents.map((agent) => ({ ...agent, programs: true }));

describeWith('postgres', 'rounds of an earlier run', () => {
  const turnpike = useTurns([pack]);
  const org = useOrg(turnpike, { MODEL_ROUNDS: '2' });
  beforeEach(() => {
    looks.length = 0;
    workerIsGone = false;
  });

  const changeRounds = (rounds: string) =>
    org.transact((tx) => turnpike.orgs.changeSettings(tx, { MODEL_ROUNDS: rounds }));
  const fenced =
    (text: string, before = '') =>
    (): Partial<GenerateResult> => ({
      text: `${before}\n\`\`\`tool_code\nreturn await look({ text: "${text}" })\n\`\`\``,
    });

  it.each([
    ['the same', '2'],
    ['a higher', '4'],
    ['a lower', '1'],
  ])(
    'a last round that calls tools, replayed under %s limit, makes none of the calls',
    async (_limit, then) => {
      turnpike.model.answer(calls('look'), calls('look'), () => ({ ...calls('look')(), text: 'Two found.' }));
      workerIsGone = true;
      const { turnId } = await org.send();
      await org.run(turnId);
      expect(looks).toHaveLength(2);
      await changeRounds(then);
      workerIsGone = false;
      await org.run(turnId);
      expect(await org.replyTo(turnId)).toBe('Two found.');
      expect(looks).toHaveLength(2);
      expect(turnpike.model.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, false]);
    },
  );

  it('a program in a text, replayed under a lower limit, continues', async () => {
    turnpike.model.answer(fenced('one'), fenced('two'), dies);
    const { turnId } = await org.send();
    await org.run(turnId);
    expect(looks).toEqual(['one', 'two']);
    await changeRounds('1');
    turnpike.model.answer(() => ({ text: 'Found it.' }));
    await org.run(turnId);
    expect(await org.replyTo(turnId)).toBe('Found it.');
    expect(looks).toEqual(['one', 'two']);
    expect(turnpike.model.requests.at(-1)?.tools).toEqual([]);
  });
});
