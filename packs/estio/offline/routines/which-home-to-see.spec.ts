import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const WHICH = /Which property is to be seen|أي عقار تريد معاينته/;
const ASKED = [
  'can I arrange a viewing on Friday?',
  'book me a viewing for tomorrow at 10',
  'can we see it on Friday?',
  'I would like to schedule a visit next week',
  'احجز لي معاينة يوم الخميس',
  'ممكن أشوفها يوم الجمعة؟',
];

it.each(ASKED)('%s where no home was named', (text) =>
  expect(reply(stepFor(text, { agent: 'coordinator' }))).toMatch(WHICH),
);

it.each(ASKED)('%s names no listing that nobody has told of', (text) =>
  expect(reply(stepFor(text, { agent: 'coordinator' }))).not.toMatch(/prop-|CY-/),
);

it.each(['Can I see it on Saturday at 11?', 'أريد أن أشاهدها يوم السبت'])(
  '%s where the search found nothing',
  (text) => {
    const earlier = [made('search_properties', {}, { total: 0 })];
    expect(reply(stepFor(text, { agent: 'coordinator', earlier }))).toMatch(
      /^(?:Nothing has been shown yet|لم أعرض عليك بعد)/,
    );
  },
);

it.each(ASKED)('%s of one that was', (text) => {
  const listed = { said: ['flats'], replied: ['1. A (prop-0264)'] };
  expect(reply(stepFor(text, { agent: 'coordinator', ...listed })) ?? '').not.toMatch(WHICH);
  const earlier = [made('query_org_data', {}, { rows: [{ id: 'prop-0264' }] })];
  expect(reply(stepFor(text, { agent: 'coordinator', earlier })) ?? '').not.toMatch(WHICH);
});

it.each([
  'When are you free?',
  'book a viewing of prop-0043 tomorrow',
  'Book a viewing in Paphos tomorrow',
  'cancel my viewing',
  'what did I book?',
  'is Maria free on Friday for a viewing?',
  'we had the viewing yesterday',
  'متى المواعيد المتاحة؟',
])('%s is another matter', (text) =>
  expect(reply(stepFor(text, { agent: 'coordinator' })) ?? '').not.toMatch(WHICH),
);

it('staff look at the calendar as they like', () =>
  expect(
    reply(stepFor('arrange a viewing on Friday', { agent: 'coordinator', byStaff: true })) ?? '',
  ).not.toMatch(WHICH));
