import { createClock } from '#config';
import { openChanges } from '../../../test/harness/changes.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { ModelCooldowns } from '../calls/model-cooldowns.ts';
import { fingerprintOf, KeyStates } from '../keys/key-states.ts';
import {
  CooldownRepository,
  KEY_STATES,
  MODEL_COOLDOWNS,
  type CooldownTable,
} from './cooldown.repository.ts';
import { Cooldowns } from './cooldowns.ts';
import { StoredCooldowns } from './stored-cooldowns.ts';

describe('cooldowns read from the database', () => {
  const gpt = { place: 'openai', name: 'gpt' };
  const FOR_MS = 60_000;
  let nowMs: number;
  let cooldowns: Cooldowns;

  beforeEach(async () => {
    nowMs = 1_000;
    cooldowns = new Cooldowns(() => nowMs);
    expect(cooldowns.countFailure(gpt)).toBe(1);
    await cooldowns.start(gpt, FOR_MS);
  });

  it('end one that was ended early, and its failures', () => {
    cooldowns.stored(gpt);
    nowMs += 10;
    cooldowns.replaceAll([], nowMs);
    expect(cooldowns.state(gpt)).toBeUndefined();
    expect(cooldowns.countFailure(gpt)).toBe(1);
  });

  it('keep the failures of one that expired', () => {
    cooldowns.stored(gpt);
    nowMs += FOR_MS - 5;
    cooldowns.replaceAll([], nowMs);
    expect(cooldowns.countFailure(gpt)).toBe(2);
  });

  it('replace none that is being written or was written during the read', async () => {
    nowMs += 10;
    const readMs = nowMs;
    cooldowns.replaceAll([], readMs);
    nowMs += 10;
    cooldowns.stored(gpt);
    cooldowns.replaceAll([], readMs);
    expect(cooldowns.state(gpt)).toEqual({ cooldownMs: FOR_MS - 20, removedStatus: null });
    await cooldowns.refuse(gpt, 401);
    cooldowns.replaceAll([{ ...gpt, cooldownMs: 5, removedStatus: null }], readMs);
    expect(cooldowns.state(gpt)).toEqual({ cooldownMs: 0, removedStatus: 401 });
    expect(cooldowns.countFailure(gpt)).toBe(2);
  });
});

describeOnEachDatabase('stored cooldowns', (on) => {
  const clock = createClock();
  const warnings: string[] = [];
  const logger = { warn: (_context: unknown, message?: string) => void warnings.push(message ?? '') };
  const ORG = '0198a1b2-0000-7000-8000-000000000001';
  const OTHER = '0198a1b2-0000-7000-8000-000000000002';

  function open(table: CooldownTable): StoredCooldowns {
    const { changes, close } = openChanges(on.settings, on.database);
    const cooldowns = new StoredCooldowns(table, on.database, clock, changes, logger);
    on.closings.push(close, cooldowns.follow());
    return cooldowns;
  }
  const newWorker = () => ({
    keys: new KeyStates(open(KEY_STATES)),
    /** {@link ORG} has its own keys for Google. */
    models: new ModelCooldowns(
      (orgId, provider) => orgId === ORG && provider === 'google',
      open(MODEL_COOLDOWNS),
    ),
  });
  const inTable = <Result>(table: CooldownTable, work: (rows: CooldownRepository) => Promise<Result>) =>
    on.database.asPlatform('the test looks', (tx) => work(new CooldownRepository(tx, clock, table)));

  beforeEach(() => {
    warnings.length = 0;
  });

  it('of keys reach every worker', async () => {
    const [{ keys: one }, { keys: other }] = [newWorker(), newWorker()];
    await one.startCooldown('openai', 'limited', 60_000);
    await one.remove('google', 'refused', 401);
    expect(one.obstacle('openai', 'limited')?.kind).toBe('cooldown');
    await eventually(async () => {
      const rest = other.obstacle('openai', 'limited');
      expect(rest).toEqual({ kind: 'cooldown', forMs: expect.any(Number) });
      expect(rest?.kind === 'cooldown' && rest.forMs).toBeGreaterThan(50_000);
      expect(other.obstacle('google', 'refused')).toEqual({ kind: 'removed', status: 401 });
    }, SOON_MS);
    expect(other.obstacle('openai', 'another')).toBeUndefined();
    expect(warnings).toEqual(['the provider refused a key; it is disabled']);
  });

  it('of keys outlive the worker, contain no key, and end when a person re-enables the key', async () => {
    const { keys: one } = newWorker();
    await one.remove('anthropic', 'sk-very-secret', 403);
    await one.startCooldown('anthropic', 'sk-very-secret', 1_000);
    const { keys: later } = newWorker();
    const obstacle = () => later.obstacle('anthropic', 'sk-very-secret');
    await eventually(async () => expect(obstacle()).toEqual({ kind: 'removed', status: 403 }), SOON_MS);
    expect(JSON.stringify(await inTable(KEY_STATES, (rows) => rows.current()))).not.toContain('very-secret');
    const key = { place: 'anthropic', name: fingerprintOf('sk-very-secret') };
    const { changes, close } = openChanges(on.settings, on.database);
    on.closings.push(close);
    const putBack = () =>
      on.database.asPlatform('a person re-enables the key', async (tx) => {
        const ended = await new CooldownRepository(tx, clock, KEY_STATES).end(key);
        await changes.announce(tx, 'keys');
        return ended;
      });
    expect([await putBack(), await putBack()]).toEqual([true, false]);
    await eventually(async () => expect(obstacle()).toBeUndefined(), SOON_MS);
  });

  it('of models reach every worker with their account, and end when the model answers', async () => {
    const [{ models: one }, { models: two }] = [newWorker(), newWorker()];
    const gpt = { provider: 'openai', model: 'gpt' } as const;
    const gemini = { provider: 'google', model: 'gemini' } as const;
    const llama = { provider: 'compatible', model: 'llama' } as const;
    await one.startCooldown(one.placeOf(gpt, OTHER));
    await one.startCooldown(one.placeOf(gemini, ORG));
    await one.startCooldown(one.placeOf(llama, ORG));
    await eventually(async () => {
      // The deployment's account is shared by all orgs.
      expect(two.obstacle(gpt, ORG)).toMatchObject({ passes: true, lastResort: true });
      expect(two.obstacle(gemini, ORG)).toMatchObject({
        reason: expect.stringContaining('(404)'),
        retryInMs: expect.any(Number),
      });
      expect(two.obstacle(llama, ORG)).toBeDefined();
    }, SOON_MS);
    expect(two.obstacle(gemini, OTHER)).toBeUndefined();
    expect(two.obstacle(llama, OTHER)).toBeUndefined();
    expect(warnings).toEqual(Array(3).fill('the provider does not know the model; cooldown started'));

    await two.answered(two.placeOf(gpt, ORG));
    await eventually(async () => expect(one.obstacle(gpt, OTHER)).toBeUndefined(), SOON_MS);
    expect(one.obstacle(gemini, ORG)).toBeDefined();
  });

  it.each([KEY_STATES, MODEL_COOLDOWNS])('leave no row of $table after they end', async (table) => {
    const place = 'a place of its own';
    const names = async () =>
      (await inTable(table, (rows) => rows.current())).flatMap((row) =>
        row.place === place ? row.name : [],
      );
    for (const [name, forMs] of [
      ['old', -1],
      ['new', 60_000],
    ] as const)
      await inTable(table, (rows) => rows.start({ place, name }, forMs));
    expect(await names()).toEqual(['new']);
    const end = () => inTable(table, (rows) => rows.end({ place }));
    expect([await end(), await end()]).toEqual([true, false]);
  });
});
