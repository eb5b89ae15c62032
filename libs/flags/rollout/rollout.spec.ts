import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { conversationPlace, orgPlace, PLATFORM_DEFAULT } from '../flag-place.ts';
import { useFlags } from '../flags.fixture.ts';
import { judge } from './rollout-gate.ts';

const MINUTE_MS = 60_000;

describe('the rollout gate', () => {
  it('opens only at the threshold and with enough turns', () => {
    forAll(100, fc.nat(2_000), fc.nat(2_000), (turns, misses) => {
      const hits = Math.max(0, turns - misses);
      const { open, rate } = judge({ minRate: 0.95, minTurns: 500 }, { turns, hits });
      expect(open).toBe(turns >= 500 && hits * 100 >= 95 * turns);
      expect(rate).toBe(turns === 0 ? null : hits / turns);
    });
  });
});

describeWith('postgres', 'a guarded rollout', () => {
  const flags = useFlags();

  const value: typeof flags.broker = (...of) => flags.broker(...of);
  const enforceByDefault = (more = {}) => flags.setBroker(PLATFORM_DEFAULT, 'enforce', more);

  it('rejects enforce as the default until enough turns were measured in shadow', async () => {
    await expect(enforceByDefault()).rejects.toMatchObject({
      code: 'FLAG_GATE_CLOSED',
      rate: null,
      turns: 0,
      threshold: 0.95,
    });
    flags.evidence.all = { turns: 499, hits: 499 };
    await expect(enforceByDefault()).rejects.toMatchObject({ rate: 1, turns: 499, minTurns: 500 });
    flags.evidence.all = { turns: 1_000, hits: 949 };
    await expect(enforceByDefault()).rejects.toThrow('94.9 % over 1000 turns');
    expect(value(flags.orgA.id)).toBe('off');
    flags.evidence.all = { turns: 1_000, hits: 950 };
    await enforceByDefault();
    expect(value(flags.orgA.id)).toBe('enforce');
    expect(flags.evidence.asked.at(-1)).toEqual({
      variant: 'shadow',
      from: new Date('2026-02-23T09:00:00Z'),
      to: new Date('2026-03-02T09:00:00Z'),
    });
  });

  it('can be overridden with a reason, which is stored with the measurements', async () => {
    flags.evidence.all = { turns: 10, hits: 5 };
    await enforceByDefault({ overrideGate: true });
    expect((await flags.history('tool_broker'))[0]?.after).toMatchObject({
      gate: { rate: 0.5, turns: 10, threshold: 0.95, overridden: true },
    });
  });

  it('does not apply within an org or to other values', async () => {
    const { setBroker, orgA } = flags;
    await setBroker(orgPlace('org', orgA.id), 'enforce');
    await setBroker(PLATFORM_DEFAULT, 'shadow');
    expect([value(orgA.id), value(flags.orgB.id)]).toEqual(['enforce', 'shadow']);
  });

  it('also applies to undoing a change', async () => {
    await enforceByDefault({ overrideGate: true });
    await flags.setBroker(PLATFORM_DEFAULT, 'shadow');
    const last = (await flags.history('tool_broker')).at(-1)?.id ?? '';
    await expect(flags.service.undo(last, null, flags.because('again'))).rejects.toMatchObject({
      code: 'FLAG_GATE_CLOSED',
    });
  });

  describe('monitoring after the rollout', () => {
    const enforce = (orgId: string) => flags.setBroker(orgPlace('org', orgId), 'enforce');
    const measure = (orgId: string, turns: number, hits: number) =>
      flags.evidence.orgs.set(orgId, { turns, hits, at: flags.clock.now() });
    const later = (ms: number) => flags.clock.advance(ms);

    it('falls back to shadow for the org whose rate fell, with an audit entry, an alert and a logged error', async () => {
      const { orgA, orgB } = flags;
      await enforce(orgA.id);
      await enforce(orgB.id);
      later(MINUTE_MS);
      measure(orgA.id, 20, 18);
      measure(orgB.id, 20, 19);
      expect(await flags.guard.watch()).toMatchObject([
        { orgId: orgA.id, rate: 0.9, turns: 20, threshold: 0.95 },
      ]);
      expect([value(orgA.id), value(orgB.id)]).toEqual(['shadow', 'enforce']);
      expect((await flags.history('tool_broker')).at(-1)).toMatchObject({
        orgId: orgA.id,
        action: 'flag.fallback',
        before: { value: 'enforce' },
        after: { value: 'shadow', rate: 0.9 },
        reason: expect.stringContaining('90.0 % over 20 turns'),
      });
      const alerts = await flags.database.forOrg(orgA.id, (tx) => flags.alerts.latest(tx, 10));
      expect(alerts).toMatchObject([
        { slug: orgA.slug, fromValue: 'enforce', toValue: 'shadow', rate: 0.9, turns: 20 },
      ]);
      expect(flags.errors).toHaveLength(1);
      expect(await flags.guard.watch()).toEqual([]);
    });

    it('does not act on fewer than 20 turns, or on an org that does not enforce', async () => {
      await enforce(flags.orgA.id);
      later(MINUTE_MS);
      measure(flags.orgA.id, 19, 0);
      measure(flags.orgB.id, 100, 0);
      expect(await flags.guard.watch()).toEqual([]);
      expect(flags.errors).toEqual([]);
    });

    it('uses the threshold of the org', async () => {
      await enforce(flags.orgA.id);
      await flags.database.forOrg(flags.orgA.id, (tx) =>
        flags.orgs.changeSettings(tx, { TOOL_BROKER_MIN_RATE: '0.8' }),
      );
      later(MINUTE_MS);
      measure(flags.orgA.id, 20, 17);
      expect(await flags.guard.watch()).toEqual([]);
      measure(flags.orgA.id, 20, 15);
      expect(await flags.guard.watch()).toMatchObject([{ threshold: 0.8 }]);
    });

    it('judges a new decision only by later turns', async () => {
      await enforce(flags.orgA.id);
      later(MINUTE_MS);
      measure(flags.orgA.id, 20, 0);
      await flags.guard.watch();
      later(MINUTE_MS);
      await enforce(flags.orgA.id);
      expect(await flags.guard.watch()).toEqual([]);
      expect(value(flags.orgA.id)).toBe('enforce');
    });

    it('also resets shares, single conversations and values from the default', async () => {
      const { setBroker, orgA } = flags;
      const pinned = randomUUID();
      await enforceByDefault({ overrideGate: true });
      await setBroker(orgPlace('share', orgA.id), 'enforce', { percent: 30 });
      await setBroker(conversationPlace(orgA.id, pinned), 'enforce');
      later(MINUTE_MS);
      measure(orgA.id, 50, 1);
      await flags.guard.watch();
      expect([value(orgA.id), value(orgA.id, randomUUID()), value(orgA.id, pinned)]).toEqual([
        'shadow',
        'shadow',
        'shadow',
      ]);
      expect(value(flags.orgB.id)).toBe('enforce');
    });
  });
});
