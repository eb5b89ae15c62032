import type { FlagInOrg, FlagView } from '#contracts';
import { consequencesOf, isGated } from './consequences.ts';

const unset = { value: null, percent: null, revision: 0 };
const orgOf = (name: string, part: Partial<FlagInOrg> = {}): FlagInOrg => ({
  org: { id: '019abcde-0000-7000-8000-000000000001', slug: name.toLowerCase(), name },
  effective: 'off',
  source: 'code',
  own: unset,
  share: unset,
  pinned: 0,
  ...part,
});
const flagOf = (part: Partial<FlagView> = {}): FlagView => ({
  key: 'tool_broker',
  type: 'variants',
  values: ['off', 'shadow', 'enforce'],
  description: '',
  owner: 'platform',
  declaredDefault: 'off',
  safe: 'off',
  killed: false,
  kill: unset,
  default: unset,
  gate: {
    variant: 'enforce',
    measuredIn: 'shadow',
    open: false,
    rate: 0.93,
    turns: 600,
    minRate: 0.95,
    minTurns: 500,
    windowDays: 7,
  },
  guard: {
    variant: 'enforce',
    fallback: 'shadow',
    minRate: 0.95,
    minRateSetting: 'TOOL_BROKER_MIN_RATE',
    minTurns: 20,
    windowMinutes: 60,
  },
  orgs: [
    orgOf('Demo'),
    orgOf('Maker'),
    orgOf('Gulf', { own: { value: 'shadow', percent: null, revision: 1 } }),
  ],
  ...part,
});

it('names the orgs that follow a default, and counts those that do not', () => {
  expect(consequencesOf(flagOf(), { place: 'default', value: 'shadow' })).toEqual([
    'Demo, Maker go from “off” to “shadow”.',
    '1 org with a value of its own stays as it is.',
  ]);
});

it('tells of the gate and the safeguard of a variant', () => {
  const edit = { place: 'default', value: 'enforce' } as const;
  expect(isGated(flagOf(), edit)).toBe(true);
  expect(isGated(flagOf(), { place: 'org', org: 'demo', value: 'enforce' })).toBe(false);
  expect(consequencesOf(flagOf(), edit).at(-1)).toBe(
    'Safeguard: falls back to “shadow” in an org where toolInBrokeredSet is below 95\u00A0% for 60 minutes with at least 20 turns in them.',
  );
});

it('says what of an org does not change', () => {
  const share = { value: 'enforce', percent: 20, revision: 3 };
  const flag = flagOf({ orgs: [orgOf('Demo', { share, pinned: 2 })] });
  expect(consequencesOf(flag, { place: 'org', org: 'demo', value: 'shadow' })).toEqual([
    'Every conversation of Demo goes from “off” to “shadow” with its next turn.',
    'The 20\u00A0% of its conversations that have “enforce” keep it.',
    '2 pinned conversations keep their own value.',
  ]);
  expect(consequencesOf(flag, { place: 'org', org: 'demo', value: null })).toEqual([
    'Demo stays at “off”; no conversation changes.',
  ]);
});

it('says who stays in a share', () => {
  const share = { value: 'shadow', percent: 20, revision: 3 };
  const flag = flagOf({ orgs: [orgOf('Demo', { share })] });
  expect(consequencesOf(flag, { place: 'share', org: 'demo', value: 'shadow', percent: 35.5 })).toEqual([
    '35.5\u00A0% of the conversations of Demo get “shadow”; the others stay at “off”.',
    'All who are in the 20\u00A0% of now stay in it.',
  ]);
  expect(consequencesOf(flag, { place: 'share', org: 'demo', value: null, percent: 0 })).toEqual([
    'All conversations of Demo get “off” again.',
  ]);
});

it('says what the kill switch overrides, and that other changes wait for it', () => {
  const on = flagOf({ orgs: [orgOf('Demo', { effective: 'shadow' }), orgOf('Maker')] });
  expect(consequencesOf(on, { place: 'kill' })).toContain('Demo changes.');
  expect(consequencesOf(flagOf({ killed: true }), { place: 'default', value: 'shadow' })[0]).toBe(
    'The kill switch is on: every org stays at “off” until it is switched off.',
  );
  const own = { value: 'shadow', percent: null, revision: 1 };
  const killed = flagOf({ killed: true, orgs: [orgOf('Demo', { own })] });
  expect(consequencesOf(killed, { place: 'revive' })[1]).toBe('Demo leaves “off”.');
});
