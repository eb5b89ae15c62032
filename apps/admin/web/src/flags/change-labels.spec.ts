import type { FlagChange, FlagView } from '#contracts';
import { changeSides, changeNotes } from './change-labels.ts';

const unset = { value: null, percent: null, revision: 0 };
const flag: Pick<FlagView, 'declaredDefault' | 'default'> = { declaredDefault: true, default: unset };
let made = 0;
const changeOf = (before: object | null, after: object | null, action = 'flag.set'): FlagChange => ({
  id: `019abcde-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`,
  at: '2026-01-31T09:00:00.000Z',
  org: null,
  actor: { kind: 'user', userId: null, name: 'Petros' },
  action,
  flag: 'ptc',
  before,
  after,
  why: 'to try it',
});
const sidesOf = (before: object, after: object, of = flag) => {
  const change = changeOf(before, after);
  return changeSides(of, change, [change]);
};

describe('changeSides', () => {
  it.each([
    [
      'an org that followed the default',
      { place: 'org', value: null, revision: 0 },
      { place: 'org', value: false, revision: 1 },
      'follows the default (on)',
      'off',
    ],
    [
      'a default that was the declared one',
      { place: 'default', value: null, revision: 0 },
      { place: 'default', value: 'shadow', revision: 1 },
      'the declared default (on)',
      'shadow',
    ],
    [
      'a share',
      { place: 'share', value: null, revision: 0 },
      { place: 'share', value: false, percent: 12.5, revision: 1 },
      'no share',
      '12.5\u00a0% of conversations: off',
    ],
    [
      'a conversation that is let go',
      { place: 'conversation', value: true, revision: 1 },
      { place: 'conversation', value: null, revision: 2 },
      'on',
      'follows its org',
    ],
    [
      'the kill switch',
      { place: 'kill', value: null, revision: 0 },
      { place: 'kill', value: true, revision: 1 },
      'kill switch off',
      'kill switch on',
    ],
  ])('shows %s before and after the change', (_of, before, after, was, is) => {
    expect(sidesOf(before, after)).toEqual({ before: was, after: is });
  });

  it('names the default at the time of the change', () => {
    const followed = changeOf({ place: 'org', value: null }, { place: 'org', value: true });
    const later = changeOf({ place: 'default', value: null }, { place: 'default', value: false });
    const now = { declaredDefault: true, default: { value: false, percent: null, revision: 1 } };
    expect(changeSides(now, followed, [later, followed])?.before).toBe('follows the default (on)');
    expect(changeSides(now, followed, [followed, later])?.before).toBe('follows the default (off)');
  });

  it('does not name a default whose history the viewer cannot see', () => {
    const followed = changeOf({ place: 'org', value: null }, { place: 'org', value: true });
    const now = { declaredDefault: true, default: { value: false, percent: null, revision: 3 } };
    expect(changeSides(now, followed, [followed])?.before).toBe('follows the default');
  });

  it('shows no before and after if the entry changed no setting', () => {
    const odd = changeOf({ said: 'something' }, null);
    expect(changeSides(flag, odd, [odd])).toBeUndefined();
  });
});

describe('changeNotes', () => {
  it('mentions only an overridden gate', () => {
    const gate = { rate: 0.93, turns: 600, threshold: 0.95, overridden: true };
    expect(changeNotes(changeOf(null, { place: 'default', value: 'enforce', revision: 1, gate }))).toEqual([
      'The gate was overridden: 93\u00a0% of 600 turns, required 95\u00a0%.',
    ]);
    expect(
      changeNotes(changeOf(null, { place: 'org', value: null, revision: 1, gate: { ...gate, rate: null } })),
    ).toEqual(['The gate was overridden: no turn was measured, required 95\u00a0%.']);
    expect(
      changeNotes(
        changeOf(null, { place: 'org', value: 'enforce', gate: { ...gate, overridden: false }, revision: 1 }),
      ),
    ).toEqual([]);
  });
});
