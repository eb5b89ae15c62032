import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const listed = {
  agent: 'coordinator',
  said: ['flats'],
  replied: ['1. Flat (prop-0264): €1\n2. Flat (prop-0265): €2'],
  place: 1,
  picked: 'prop-0265',
};
const PICKS = [
  'the second one with Sofia',
  'number two with Sofia',
  'the second with Sofia tomorrow at 10',
  'الثاني مع Sofia',
];

describe('one of the homes that were listed, with an agent', () => {
  it.each(PICKS)('%s: her times for it are looked up', (text) => {
    const filled = () => ({ agentId: 'Sofia', dateFrom: '2026-11-19' });
    expect(callsOf(stepFor(text, { ...listed, filled }))).toEqual([
      {
        tool: 'check_calendar',
        arguments: { agentId: 'Sofia', dateFrom: '2026-11-19', propertyId: 'prop-0265' },
      },
    ]);
  });
  it.each(PICKS)('%s: the calendar is looked for where it is not offered', (text) =>
    expect(callsOf(stepFor(text, { ...listed, offered: ['tool_search'] }))).toEqual([
      { tool: 'tool_search', arguments: { query: expect.stringContaining('free times') } },
    ]),
  );
  it('they are told, with the home', () => {
    const slots = [{ start: '2026-11-19T07:30:00.000Z', agentName: 'Sofia Christou' }];
    const calls = [made('check_calendar', { propertyId: 'prop-0265' }, { slots, timezone: 'Asia/Nicosia' })];
    expect(reply(stepFor('the second one with Sofia', { ...listed, calls }))).toMatch(
      /^Free times for prop-0265 [^]*09:30 with Sofia Christou\nWhich one suits\?$/,
    );
  });

  it.each([
    'the second one with parking?',
    'with Sofia please',
    'الثانية مع مسبح',
    'the second one with Pool',
    'number two with AC',
    'the second one with Mum',
    'Is the second one with Parking?',
  ])('%s is none', (text) =>
    expect(callsOf(stepFor(text, listed)).filter(({ tool }) => tool === 'check_calendar')).toEqual([]),
  );
  it('nor is a time that is picked', () =>
    expect(
      stepFor('the second one with Sofia', {
        ...listed,
        replied: ['Free times:\n1. Monday, 09:00 with Sofia\n2. Monday, 09:30 with Sofia\nWhich one suits?'],
        picked: undefined,
      }),
    ).toBeUndefined());
});
