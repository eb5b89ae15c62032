import { consequencesOf, isGated } from './consequences.ts';
import { nextValue } from './flag-labels.ts';
import { flagOf, inOrg, setTo, sharedWith } from './flag.fixture.ts';

it('names the orgs that follow a default, and counts those that do not', () => {
  const flag = flagOf({ orgs: [inOrg('demo'), inOrg('maker'), inOrg('gulf', { own: setTo('shadow') })] });
  expect(consequencesOf(flag, { place: 'default', value: 'shadow' })).toEqual([
    'Aphrodite Homes, Volt Street go from “off” to “shadow”.',
    '1 org with a value of its own stays as it is.',
  ]);
});

it('describes the gate and the safeguard of a variant', () => {
  const edit = { place: 'default', value: 'enforce' } as const;
  expect(isGated(flagOf(), edit)).toBe(true);
  expect(isGated(flagOf(), { place: 'org', org: 'demo', value: 'enforce' })).toBe(false);
  expect(consequencesOf(flagOf(), edit).at(-1)).toBe(
    'Safeguard: falls back to “shadow” in an org where toolInBrokeredSet is below 95\u00A0% for 60 minutes with at least 20 turns.',
  );
});

it('warns that a share equal to the org’s value has no effect', () => {
  const flag = flagOf({ orgs: [inOrg('demo', { share: sharedWith(25, 'enforce') })] });
  expect(consequencesOf(flag, { place: 'org', org: 'demo', value: 'enforce' })).toContain(
    'Its share, 25\u00A0% with “enforce”, stays stored but has no effect.',
  );
});

it('lists the conversations of an org that do not change', () => {
  const flag = flagOf({ orgs: [inOrg('demo', { share: sharedWith(20, 'enforce'), pinned: 2 })] });
  expect(consequencesOf(flag, { place: 'org', org: 'demo', value: 'shadow' })).toEqual([
    'Every conversation of Aphrodite Homes goes from “off” to “shadow” with its next turn.',
    '20\u00A0% of its conversations keep “enforce”.',
    '2 pinned conversations keep their own value.',
  ]);
  expect(consequencesOf(flag, { place: 'org', org: 'demo', value: null })).toEqual([
    'Aphrodite Homes stays at “off”; no conversation changes.',
  ]);
});

it('names the conversations that stay in a share', () => {
  const flag = flagOf({ orgs: [inOrg('demo', { share: sharedWith(20, 'shadow') })] });
  expect(consequencesOf(flag, { place: 'share', org: 'demo', value: 'shadow', percent: 35.5 })).toEqual([
    '35.5\u00A0% of the conversations of Aphrodite Homes get “shadow”; the others stay at “off”.',
    'Conversations in the current 20\u00A0% stay in it.',
  ]);
  expect(consequencesOf(flag, { place: 'share', org: 'demo', value: null, percent: 0 })).toEqual([
    'All conversations of Aphrodite Homes get “off” again.',
  ]);
});

it('lists what the kill switch overrides, and warns that other changes wait for it', () => {
  const on = flagOf({ orgs: [inOrg('demo', { effective: 'shadow' }), inOrg('maker')] });
  expect(consequencesOf(on, { place: 'kill' })).toContain('Aphrodite Homes changes.');
  expect(consequencesOf(flagOf({ killed: true }), { place: 'default', value: 'shadow' })[0]).toBe(
    'The kill switch is on: every org stays at “off” until it is switched off.',
  );
  const killed = flagOf({ killed: true, orgs: [inOrg('demo', { own: setTo('shadow') })] });
  expect(consequencesOf(killed, { place: 'revive' })[1]).toBe('Aphrodite Homes leaves “off”.');
});

it.each([
  ['off', 'shadow'],
  ['shadow', 'enforce'],
  ['enforce', 'shadow'],
])('offers the next step of a rollout: %s, then %s', (from, next) => {
  expect(nextValue({ values: ['off', 'shadow', 'enforce'], safe: 'shadow' }, from)).toBe(next);
});
