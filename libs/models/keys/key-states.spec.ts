import { Cooldowns } from '../cooldowns/cooldowns.ts';
import { fingerprintOf, KeyStates, keyCooldownMs } from './key-states.ts';

describe('states of keys', () => {
  it('have a cooldown as long as the provider asks, else twice as long each time', () => {
    expect([1, 2, 3].map((times) => keyCooldownMs(times))).toEqual([2_000, 4_000, 8_000]);
    expect(keyCooldownMs(100)).toBe(300_000);
    expect(keyCooldownMs(5, 7_000)).toBe(7_000);
    expect(keyCooldownMs(1, 24 * 3_600_000)).toBe(3_600_000);
  });

  it('expire, and start with a short cooldown after an answer', async () => {
    let now = 0;
    const states = new KeyStates(new Cooldowns(() => now));
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

  it('identify keys by a fingerprint that does not reveal the key', () => {
    expect(fingerprintOf('sk-secret')).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprintOf('sk-secret')).not.toBe(fingerprintOf('sk-secret2'));
  });
});
