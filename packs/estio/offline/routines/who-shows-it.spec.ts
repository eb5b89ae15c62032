import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const booked = made(
  'schedule_viewing',
  {},
  { agent: { name: 'Maria' }, startsAt: '2026-11-21T08:00:00.000Z', timezone: 'Asia/Nicosia' },
);

it.each([
  'who will show it?',
  'who is coming to meet us?',
  'which agent shows us the flat?',
  'مين راح يفرجنا البيت؟',
])('%s', (text) => {
  expect(reply(stepFor(text))).toMatch(/An agent of the office|أحد وكلاء المكتب/);
  expect(reply(stepFor(text, { earlier: [booked] }))).toContain('Maria');
});

it.each(['who owns it?', 'who is the owner that meets us', 'show me who else looked'])('not of: %s', (text) =>
  expect(reply(stepFor(text)) ?? '').not.toContain('An agent of the office'),
);
