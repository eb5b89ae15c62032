import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

/** The calendar is not offered yet, and would be looked for. */
const fresh = { agent: 'coordinator', offered: ['query_org_data', 'tool_search'] };
const after = (replied: string) => ({ ...fresh, said: ['hello'], replied: [replied] });

it.each([
  ['the second one with Sofia', /^Nothing has been listed yet.*which day.*Sofia is free/],
  ['ok, the first slot with Maria please', /Maria is free/],
  ['number two with Sofia', /Sofia is free/],
  ['2nd one with Sofia', /Sofia is free/],
  ['الثاني مع Sofia', /^لم أعرض.*Sofia/],
])('%s, where nothing was listed: it is asked which', (text, asked) => {
  expect(reply(stepFor(text, fresh))).toMatch(asked);
  expect(reply(stepFor(text, { ...fresh, offered: ['check_calendar'] }))).toMatch(asked);
  expect(reply(stepFor(text, after('Hello! How can I help?')))).toMatch(asked);
});

it.each([
  'Thursday at 10 with Sofia',
  'at 3pm with Sofia',
  'tomorrow with Sofia',
  'the second one with parking',
  'the second one with Mum',
  'is the second one with Sofia?',
  'I talked on the second floor with Sofia',
  'my second visit was with Sofia',
  'with Sofia please',
  'الثانية مع مسبح',
])('%s picks nothing of a list', (text) =>
  expect(reply(stepFor(text, fresh)) ?? '').not.toMatch(/^Nothing has been listed|^لم أعرض/),
);

it.each([
  ['times', after('Free times:\n1. Monday, 09:00 with Sofia\n2. Monday, 09:30 with Sofia\nWhich one suits?')],
  ['a single home', after('1. Flat (prop-0264): €1')],
  ['a home that is spoken of', after('prop-0264 is a flat in Paphos.')],
  [
    'times that a tool gave',
    { ...fresh, earlier: [made('check_calendar', { propertyId: 'prop-0264' }, { slots: [] })] },
  ],
])('nor is it asked behind %s', (_what, turn) =>
  expect(reply(stepFor('the second one with Sofia', turn)) ?? '').not.toMatch(/^Nothing has been listed/),
);
