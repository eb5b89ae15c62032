import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';
import { YEARS } from '../../years.ts';

it.each([
  'which datasets are there?',
  'what data do you have?',
  'What kind of data do you have',
  'what figures can I ask for?',
  'which data sets do you have',
  'list the datasets',
  'what does your data cover?',
  'what is in the data?',
])('%s: the kinds of figures with their years and places', (text) => {
  const said = reply(stepFor(text)) ?? '';
  expect(said).toMatch(/Sales.*Housing stock.*to rent.*Al Dhafra/s);
  expect(said).toContain(`${YEARS.from} to ${YEARS.to}`);
});

it.each(['ما البيانات المتوفرة لديك؟', 'ما هي البيانات التي لديكم', 'ما مجموعات البيانات الموجودة؟'])(
  '%s',
  (text) => expect(reply(stepFor(text))).toMatch(/المبيعات.*المعروض.*للإيجار.*الظفرة/s),
);

it.each(['what data do you have for Yas Island?', 'which districts are there?', 'what numbers went up?'])(
  '%s: asks for something else',
  (text) => expect(reply(stepFor(text)) ?? '').not.toContain('Four kinds'),
);

it.each([
  ['Are you a robot? what can you actually do', /^I am an assistant program\. I tell figures/],
  ['هل أنت روبوت؟', /^أنا برنامج مساعد أذكر أرقام/],
])('%s: what it is, and what it tells', (text, said) =>
  expect(reply(stepFor(text, { smallTalk: 'help' }))).toMatch(said),
);
