import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../test/harness/services.ts';
import { conversationPlace, KILL_SWITCH, orgPlace, PLATFORM_DEFAULT, type FlagPlace } from '../flag-place.ts';
import { useFlags } from '../flags.fixture.ts';

describeWith('postgres', 'changing flags', () => {
  const flags = useFlags();
  let own: FlagPlace;

  beforeEach(() => {
    own = orgPlace('org', flags.orgA.id);
  });

  it('takes effect at each place, only in its scope', async () => {
    const { service, because, setBroker, broker: value, orgA, orgB } = flags;
    const pinned = randomUUID();
    await setBroker(PLATFORM_DEFAULT, 'shadow');
    expect([value(orgA.id), value(orgB.id)]).toEqual(['shadow', 'shadow']);
    await setBroker(own, 'off');
    await setBroker(orgPlace('share', orgA.id), 'enforce', { percent: 100 });
    await setBroker(conversationPlace(orgA.id, pinned), 'shadow');
    expect([value(orgA.id), value(orgA.id, randomUUID()), value(orgA.id, pinned), value(orgB.id)]).toEqual([
      'off',
      'enforce',
      'shadow',
      'shadow',
    ]);
    await service.clear('tool_broker', own, because('as everybody'));
    expect(value(orgA.id)).toBe('shadow');
  });

  it('is killed for all orgs at once, and restored unchanged', async () => {
    const { service, because, setBroker, broker: value, orgA } = flags;
    await setBroker(own, 'enforce');
    await service.kill('tool_broker', because('incident'));
    expect(value(orgA.id)).toBe('off');
    await service.revive('tool_broker', because('over'));
    expect(value(orgA.id)).toBe('enforce');
  });

  it('writes an audit entry with actor, old and new value, and reason', async () => {
    const { service, because, orgA } = flags;
    const userId = (
      await flags.users.ensure({ orgId: orgA.id, handle: 'ann', name: 'Ann', role: 'org_admin' })
    ).id;
    const actor = { kind: 'user' as const, userId };
    await service.set('tool_broker', own, { value: 'shadow' }, because('measure', { actor }));
    await service.set('tool_broker', own, { value: 'enforce' }, because('  it works  ', { actor }));
    expect(await flags.history('tool_broker')).toMatchObject([
      { before: { value: null, revision: 0 }, after: { value: 'shadow', revision: 1 } },
      {
        orgId: orgA.id,
        action: 'flag.set',
        before: { place: 'org', value: 'shadow', revision: 1 },
        after: { place: 'org', value: 'enforce', revision: 2 },
        reason: 'it works',
      },
    ]);
  });

  it('is rejected after a concurrent change', async () => {
    const { service, because, setBroker } = flags;
    await setBroker(own, 'shadow', { seen: 0 });
    const late = setBroker(own, 'enforce', { seen: 0 });
    await expect(late).rejects.toMatchObject({ code: 'FLAG_CHANGED_MEANWHILE', kind: 'conflict' });
    await service.clear('tool_broker', own, because('away', { seen: 1 }));
    // The revision goes on after the value is gone: what was decided on an old look stays refused.
    const older = setBroker(own, 'enforce', { seen: 1 });
    await expect(older).rejects.toMatchObject({ code: 'FLAG_CHANGED_MEANWHILE' });
    expect(flags.broker(flags.orgA.id)).toBe('off');
  });

  it('accepts exactly one of several concurrent changes', async () => {
    const outcomes = await Promise.allSettled(
      ['off', 'shadow', 'enforce'].map((wanted) => flags.setBroker(own, wanted, { seen: 0 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await flags.history('tool_broker')).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an unknown flag', () => flags.service.kill('nothing', flags.because('x')), 'FLAG_NOT_FOUND'],
    ['an unknown value', () => flags.setBroker(own, 'on'), 'INVALID_FLAG_VALUE'],
    ['no reason', () => flags.service.kill('ptc', flags.because('  ')), 'INVALID_FLAG_CHANGE'],
    ['a percentage of an org', () => flags.setBroker(own, 'off', { percent: 3 }), 'INVALID_FLAG_CHANGE'],
    [
      'a share without a percentage',
      () => flags.setBroker(orgPlace('share', flags.orgA.id), 'off'),
      'INVALID_FLAG_CHANGE',
    ],
    ['a value of the kill switch', () => flags.setBroker(KILL_SWITCH, 'off'), 'INVALID_FLAG_CHANGE'],
  ])('refuses %s and changes nothing', async (_name, change, code) => {
    await expect(change()).rejects.toMatchObject({ code });
    expect(await flags.rules.all()).toEqual([]);
  });

  describe('undoing', () => {
    const lastChange = async () => (await flags.history('tool_broker')).at(-1)?.id ?? '';

    it('restores the previous value and percentage', async () => {
      const { service, because, setBroker, orgA } = flags;
      const share = orgPlace('share', orgA.id);
      await setBroker(share, 'enforce', { percent: 12.5 });
      await setBroker(share, 'shadow', { percent: 100 });
      const undone = await service.undo(await lastChange(), null, because('too early'));
      expect(undone.setting).toEqual({ value: 'enforce', percent: 12.5, revision: 3 });
      expect((await flags.history('tool_broker')).at(-1)).toMatchObject({ action: 'flag.undo' });
      await service.undo(await lastChange(), null, because('after all'));
      expect(flags.broker(orgA.id, randomUUID())).toBe('shadow');
    });

    it('of the first change clears the place, and undoing a kill revives the flag', async () => {
      const { service, because, setBroker, broker: value, orgA } = flags;
      await setBroker(own, 'enforce');
      await service.undo(await lastChange(), orgA.id, because('no'));
      expect(value(orgA.id)).toBe('off');
      await setBroker(own, 'enforce');
      await service.kill('tool_broker', because('incident'));
      await service.undo(await lastChange(), null, because('over'));
      expect(value(orgA.id)).toBe('enforce');
    });

    it('does not overwrite a later change unless forced', async () => {
      const { service, because, setBroker, broker: value, orgA } = flags;
      await setBroker(own, 'shadow');
      const first = await lastChange();
      await setBroker(own, 'enforce');
      await expect(service.undo(first, null, because('no'))).rejects.toMatchObject({
        code: 'FLAG_CHANGED_LATER',
      });
      expect(value(orgA.id)).toBe('enforce');
      await service.undo(first, null, { ...because('all of it'), force: true });
      expect(value(orgA.id)).toBe('off');
    });

    it('does not find changes of another org or entries of other objects', async () => {
      const { service, because, setBroker, orgB } = flags;
      await setBroker(own, 'shadow');
      const undo = (id: string, orgId: string | null) => service.undo(id, orgId, because('x'));
      await expect(undo(await lastChange(), orgB.id)).rejects.toMatchObject({
        code: 'FLAG_CHANGE_NOT_FOUND',
      });
      await expect(undo(randomUUID(), null)).rejects.toMatchObject({ code: 'FLAG_CHANGE_NOT_FOUND' });
      await expect(undo('no id', null)).rejects.toMatchObject({ code: 'FLAG_CHANGE_NOT_FOUND' });
    });
  });
});
