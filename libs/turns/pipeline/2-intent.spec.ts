import type { Org } from '#identity';
import { ToolError, type Pack } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
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
  let org: Org;

  const turnpike = useTurns([
    choosingPack('alpha', () => ({ agent: 'second' })),
    choosingPack('nobody', () => ({ agent: 'third' }), 'second'),
    choosingPack('babble', unreadable, 'second'),
    choosingPack('stuck', unreadable),
  ]);
  beforeAll(async () => {
    org = await turnpike.newOrg();
    await turnpike
      .sql(org.id)
      .executeUnscoped(`UPDATE orgs SET packs = '{alpha,nobody,babble,stuck}' WHERE id = $1`, [org.id]);
    org = { ...org, packs: ['alpha', 'nobody', 'babble', 'stuck'] };
  });

  it.each([
    ['is the one that was chosen', 'alpha', 'alpha/second'],
    ['falls back where the chosen one does not exist', 'nobody', 'nobody/second'],
    ['falls back where the answer cannot be read', 'babble', 'babble/second'],
  ])('%s', async (_case, pack, agent) => {
    const { turnId } = await turnpike.send(org, { pack, contact: pack });
    await turnpike.newRunner().run(org.id, turnId, false);
    expect(await turnpike.turns.find(org.id, turnId)).toMatchObject({ state: 'completed', agent });
  });

  it('calls the model once, even if a replay follows and the answer was unreadable', async () => {
    const { turnId } = await turnpike.send(org, { pack: 'babble', contact: 'replayed' });
    turnpike.model.answer(() => {
      throw new Error('the connection broke');
    });
    const before = asked;
    expect(await turnpike.newRunner().run(org.id, turnId, false)).toMatchObject({ kind: 'retry' });
    expect(await turnpike.newRunner().run(org.id, turnId, false)).toEqual({ kind: 'done' });
    expect(asked - before).toBe(1);
    expect(await turnpike.turns.find(org.id, turnId)).toMatchObject({
      state: 'completed',
      agent: 'babble/second',
    });
  });

  it('fails at the last attempt in a pack without a fallback', async () => {
    const { turnId } = await turnpike.send(org, { pack: 'stuck', contact: 'stuck' });
    await turnpike.newRunner().run(org.id, turnId, true);
    expect(await turnpike.turns.find(org.id, turnId)).toMatchObject({
      state: 'failed',
      error: { class: 'AGENT_GONE' },
    });
  });
});
