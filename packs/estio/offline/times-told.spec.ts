import { normalizeText } from '#text';
import { offerOfTimes, timesTold } from './times-told.ts';

const zone = 'Asia/Nicosia';
const slots = ['2026-11-19T09:00:00Z', '2026-11-19T14:00:00Z'].map((start) => ({
  start,
  agentName: 'Maria',
}));
const told = (text: string) =>
  offerOfTimes(
    slots,
    { text, normalized: normalizeText(text), language: 'en' },
    { timezone: zone, told: (asked) => timesTold(asked, zone, 'en') },
    'en',
  );

it.each([
  'can we see it on Thursday at 11?',
  'at 4 please',
  '4pm',
  'الساعة 11',
  'make it 11',
  'at 11.00',
  'أشاهدها الساعة الحادية عشرة',
  'الرابعة عصرا',
])('%s is free', (text) =>
  expect(told(text)).toMatch(
    /^That time is free: Thursday 19 November 2026, 1[16]:00 with Maria\. Shall I book it\?$/,
  ),
);
it.each([
  'at 10',
  '11:30 am',
  'at 12',
  '9:30 is good',
  '10.30 then',
  'quarter past 10 works',
  'خليها ١٠:٣٠',
  'الساعة 10:30',
  'الساعة العاشرة والنصف',
  'العاشرة صباحا',
  'الساعة 12 إلا ربعا',
])('%s is not', (text) => expect(told(text)).toMatch(/^That time is not free\.\n[^?]*Which one suits\?$/));
it.each(['on Thursday', 'prop-0011 on Thursday', 'the first one', 'on 20 November', 'the 19th'])(
  '%s names no hour',
  (text) => expect(told(text)).toMatch(/^Free times[^?]*Which one suits\?$/),
);

describe('who is free then', () => {
  const at = '2026-11-19T09:00:00Z';
  it('is told by the names that the tool gives', () => {
    const [line] = timesTold(
      [
        { start: at, agentName: 'Maria' },
        { start: at, agentName: 'Sofia' },
      ],
      zone,
      'en',
    );
    expect(line).toMatch(/with Maria or Sofia$/);
  });
  it('and by those that the program has put together', () => {
    const together = [{ start: at, agents: ['Maria', 'Sofia'] }];
    expect(timesTold(together, zone, 'en')).toEqual([expect.stringMatching(/with Maria or Sofia$/)]);
    expect(timesTold(together, zone, 'ar', { together: true })).toEqual([
      expect.stringMatching(/مع Maria وSofia$/),
    ]);
  });
});

it.each([
  ['which times are free?', 'en', 'Free times for prop-0043 (Asia/Nicosia):'],
  ['on Thursday at 11?', 'en', '11:00 with Maria for prop-0043.'],
  ['ما الأوقات؟', 'ar', 'الأوقات المتاحة لمعاينة prop-0043 (Asia/Nicosia):'],
  ['الساعة 11؟', 'ar', '11:00 مع Maria لمعاينة prop-0043.'],
] as const)('%s: the times are those of a home', (text, language, said) => {
  const given = { timezone: zone, told: (some: typeof slots) => timesTold(some, zone, language) };
  const message = { text, normalized: normalizeText(text), language };
  expect(offerOfTimes(slots, message, { ...given, propertyId: 'prop-0043' }, language)).toContain(said);
  expect(offerOfTimes(slots, message, given, language)).not.toContain('prop-');
});
