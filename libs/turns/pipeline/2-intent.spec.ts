import { ToolError, type Pack } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';

/** A pack whose choice of an agent comes to what `rules` makes of it. */
function choosingPack(name: string, rules: () => { agent: string }, fallbackAgent?: string): Pack {
  const pack = testPack(name, [], ['first', 'second']);
  return { ...pack, fallbackAgent, tasks: pack.tasks?.map((task) => ({ ...task, rules })) };
}

let asked = 0;
const unreadable = () => {
  asked += 1;
  throw new ToolError('UPSTREAM_ERROR', 'The answer to choose does not fit its schema.');
};

describeWith('postgres', 'the choice of an agent', () => {
  const turnpike = useTurns([
    choosingPack('alpha', () => ({ agent: 'second' })),
    choosingPack('nobody', () => ({ agent: 'third' }), 'second'),
    choosingPack('babble', unreadable, 'second'),
    choosingPack('stuck', unreadable),
  ]);
  const org = useOrg(turnpike);

  it.each([
    ['is the one that was chosen', 'alpha', 'alpha/second'],
    ['falls back where the chosen one does not exist', 'nobody', 'nobody/second'],
    ['falls back where the answer cannot be read', 'babble', 'babble/second'],
  ])('%s', async (_case, pack, agent) => {
    const { turnId } = await org.send({ pack, contact: pack });
    await org.run(turnId);
    expect(await org.turn(turnId)).toMatchObject({ state: 'completed', agent });
  });

  it('calls the model once, even if a replay follows and the answer was unreadable', async () => {
    const { turnId } = await org.send({ pack: 'babble', contact: 'replayed' });
    turnpike.model.answer(dies);
    const before = asked;
    expect(await org.run(turnId)).toMatchObject({ kind: 'retry' });
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(asked - before).toBe(1);
    expect(await org.turn(turnId)).toMatchObject({ state: 'completed', agent: 'babble/second' });
  });

  it('fails at the last attempt in a pack without a fallback', async () => {
    const { turnId } = await org.say({ pack: 'stuck', contact: 'stuck' });
    expect(await org.turn(turnId)).toMatchObject({ state: 'failed', error: { class: 'AGENT_GONE' } });
  });
});
