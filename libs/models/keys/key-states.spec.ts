import { fingerprintOf, LocalKeyStates, keyCooldownMs } from './key-states.ts';

describe('states of keys', () => {
  it('have a cooldown as long as the provider asks, else twice as long each time', () => {
    expect([1, 2, 3].map((times) => keyCooldownMs(times))).toEqual([2_000, 4_000, 8_000]);
    expect(keyCooldownMs(100)).toBe(300_000);
    expect(keyCooldownMs(5, 7_000)).toBe(7_000);
    expect(keyCooldownMs(1, 24 * 3_600_000)).toBe(3_600_000);
  });

  it('expire, and start with a short cooldown after an answer', async () => {
    let now = 0;
    const states = new LocalKeyStates(() => now);
    await states.startCooldown('openai', 'key');
    expect(states.obstacle('openai', 'key')).toEqual({ kind: 'cooldown', forMs: 2_000 });
    expect(states.obstacle('google', 'key')).toBeUndefined();
    now = 2_000;
    expect(states.obstacle('openai', 'key')).toBeUndefined();
    await states.startCooldown('openai', 'key');
    expect(states.obstacle('openai', 'key')).toEqual({ kind: 'cooldown', forMs: 4_000 });
    states.worked('openai', 'key');
    await states.startCooldown('openai', 'key');
    expect(states.obstacle('openai', 'key')).toEqual({ kind: 'cooldown', forMs: 2_000 });
  });

  it('not yet shared are kept by a read that began earlier', async () => {
    let now = 0;
    const states = new LocalKeyStates(() => now);
    const readMs = states.now();
    now = 5;
    await states.startCooldown('openai', 'key', 60_000);
    states.replaceAll([], readMs);
    expect(states.obstacle('openai', 'key')?.kind).toBe('cooldown');
    await states.remove('openai', 'key', 401);
    states.replaceAll([{ provider: 'openai', fingerprint: fingerprintOf('key'), cooldownMs: 5 }], readMs);
    expect(states.obstacle('openai', 'key')?.kind).toBe('removed');
    states.stored('openai', fingerprintOf('key'));
    states.replaceAll([], readMs);
    expect(states.obstacle('openai', 'key')?.kind).toBe('removed');
    now = 10;
    // The key has been re-enabled since.
    states.replaceAll([], states.now());
    expect(states.obstacle('openai', 'key')).toBeUndefined();
  });

  it('identify keys by a fingerprint that does not reveal the key', () => {
    expect(fingerprintOf('sk-secret')).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprintOf('sk-secret')).not.toBe(fingerprintOf('sk-secret2'));
  });
});
