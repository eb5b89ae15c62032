import { flagOf, inOrg, setTo } from './flag.fixture.ts';
import { openRequirements } from './gate-requirements.ts';

const gate = flagOf().gate!;
const measured = [inOrg('demo', { effective: 'shadow', own: setTo('shadow') })];

it('reports how many misses the gate allows', () => {
  expect(openRequirements(gate, measured)).toEqual([
    'Fewer misses: 42 of 600 turns had one; 95\u00A0% allows 30.',
  ]);
});

it('reports how many turns are missing, and that no org measures them', () => {
  const few = { ...gate, turns: 0, rate: null };
  expect(openRequirements(few, measured)).toEqual(['500 more turns with tool calls, measured in shadow.']);
  expect(openRequirements({ ...gate, turns: 20, rate: 1 }, [inOrg('demo')])).toEqual([
    '480 more turns with tool calls, measured in shadow.',
    'At least one org in shadow.',
  ]);
});

it('does not ask for an org in shadow unless all orgs are in view', () => {
  expect(openRequirements({ ...gate, turns: 20, rate: 1 }, undefined)).toEqual([
    '480 more turns with tool calls, measured in shadow.',
  ]);
});

it('counts a share of conversations as measuring', () => {
  const shared = [inOrg('demo', { share: { value: 'shadow', percent: 20, revision: 1 } })];
  expect(openRequirements(gate, shared)).toHaveLength(1);
});

it('returns no requirements for an open gate', () => {
  expect(openRequirements({ ...gate, open: true }, [])).toEqual([]);
});
