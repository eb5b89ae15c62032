import { createClock } from '#config';
import { openChanges } from '../../../test/harness/changes.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { ModelCooldownRepository } from './model-cooldown.repository.ts';
import { StoredModelCooldowns } from './stored-model-cooldowns.ts';

const ORG = '0198a1b2-0000-7000-8000-000000000001';
const OTHER = '0198a1b2-0000-7000-8000-000000000002';

describeOnEachDatabase('stored model cooldowns', (on) => {
  const clock = createClock();
  const warnings: string[] = [];
  const logger = { warn: (_context: unknown, message?: string) => void warnings.push(message ?? '') };

  /** Another worker; {@link ORG} has its own keys for Google. */
  function openWorker(): StoredModelCooldowns {
    const { changes, close } = openChanges(on.settings, on.database);
    const cooldowns = new StoredModelCooldowns(on.database, clock, changes, logger, {
      hasOwnKeys: (orgId, provider) => orgId === ORG && provider === 'google',
    });
    on.closings.push(close, cooldowns.follow());
    return cooldowns;
  }

  it('reach every worker with their account, and end when the model answers', async () => {
    const [one, two] = [openWorker(), openWorker()];
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

  it('leave no row after they end', async () => {
    const rows = (work: (repository: ModelCooldownRepository) => Promise<unknown>) =>
      on.database.asPlatform('the test looks', (tx) => work(new ModelCooldownRepository(tx, clock)));
    await rows((repository) => repository.startCooldown({ place: 'openai', model: 'old' }, -1));
    await rows((repository) => repository.startCooldown({ place: 'openai', model: 'new' }, 60_000));
    const names = await on.database.asPlatform('the test looks', (tx) =>
      tx.query<{ model: string }>(`SELECT model FROM model_cooldowns WHERE place = 'openai' ORDER BY model`),
    );
    expect(names).toEqual([{ model: 'new' }]);
    expect(await rows((repository) => repository.forget('openai'))).toBe(true);
    expect(await rows((repository) => repository.forget('openai'))).toBe(false);
  });
});
