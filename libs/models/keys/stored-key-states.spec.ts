import { createClock } from '#config';
import { openChanges } from '../../../test/harness/changes.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { fingerprintOf } from './key-states.ts';
import { KeyStateRepository } from './key-state.repository.ts';
import { StoredKeyStates } from './stored-key-states.ts';

describeOnEachDatabase('stored key states', (on) => {
  const clock = createClock();
  const warnings: string[] = [];
  const logger = { warn: (_context: unknown, message?: string) => void warnings.push(message ?? '') };

  /** Another worker. */
  function openWorker(): StoredKeyStates {
    const { changes, close } = openChanges(on.settings, on.database);
    const states = new StoredKeyStates(on.database, clock, changes, logger);
    on.closings.push(close, states.follow());
    return states;
  }

  it('reach every worker', async () => {
    const [one, other] = [openWorker(), openWorker()];
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
  });

  it('outlive the worker, contain no key, and end when a person re-enables the key', async () => {
    const one = openWorker();
    await one.remove('anthropic', 'sk-very-secret', 403);
    await one.startCooldown('anthropic', 'sk-very-secret', 1_000);
    const later = openWorker();
    await later.refresh();
    expect(later.obstacle('anthropic', 'sk-very-secret')).toEqual({ kind: 'removed', status: 403 });
    const rows = await on.database.asPlatform('the test looks', (tx) =>
      tx.query('SELECT * FROM provider_key_states'),
    );
    expect(JSON.stringify(rows)).not.toContain('very-secret');
    const putBack = () =>
      on.database.asPlatform('the test puts it back', (tx) =>
        new KeyStateRepository(tx, clock).putBack('anthropic', fingerprintOf('sk-very-secret')),
      );
    expect([await putBack(), await putBack()]).toEqual([true, false]);
    await later.refresh();
    expect(later.obstacle('anthropic', 'sk-very-secret')).toBeUndefined();
  });
});
