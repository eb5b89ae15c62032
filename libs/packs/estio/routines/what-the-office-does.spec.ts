import { detectLanguage, normalizeText, type RoutineTurn } from '#tools';
import { bookingsAreChangedByTheOffice, ownersAndBanks } from './what-the-office-does.ts';

const reply = (text: string, routine = ownersAndBanks) => {
  const message = { text, language: detectLanguage(text), normalized: normalizeText(text) };
  const step = routine({ message, calls: [] } as unknown as RoutineTurn);
  return step && 'reply' in step ? step.reply : undefined;
};

describe('who wants to sell', () => {
  it.each([
    "I'd like to sell my apartment",
    'we want to sell a villa in Paphos',
    "I'm selling the house",
    'can you list our flat?',
    'is there a way to let out my studio',
    'ابي ابيع شقتي',
  ])('%s is for the office', (text) =>
    expect(reply(text)).toMatch(/is taken up by the office|يتولاه المكتب/),
  );

  it.each([
    'do you sell a villa in Coral Bay?',
    'are you selling the flat prop-0043?',
    'who is selling this house?',
    'when did they sell the one in Tala',
    'هل عندكم شقق للبيع',
  ])('%s is no sale of their own', (text) => expect(reply(text)).toBeUndefined());
});

describe('what a bank decides', () => {
  it.each(['what mortgage can I get on a salary of 3000?', 'راتبي 3000، كم قرض آخذ؟'])(
    '%s is left to it',
    (text) => expect(reply(text)).toMatch(/for the bank to say|يقرره البنك/),
  );
});

describe('a viewing that is booked', () => {
  const changed = (text: string) => reply(text, bookingsAreChangedByTheOffice);

  it.each([
    'please cancel my viewing',
    'I need to move the Thursday viewing to Friday',
    'can I change the time of the visit?',
    'أريد تأجيل المعاينة',
  ])('%s is for the office', (text) => expect(changed(text)).toMatch(/by the office|يتولاه المكتب/));

  it.each([
    'we want to move to Paphos and would like to visit the flat',
    'can we drop by for a visit tomorrow?',
    'change of plan, can we book a viewing?',
    'أتصل من أجل موعد المعاينة',
  ])('%s changes none', (text) => expect(changed(text)).toBeUndefined());
});
