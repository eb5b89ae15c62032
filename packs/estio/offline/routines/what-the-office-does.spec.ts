import { detectLanguage, normalizeText } from '#text';
import { type RoutineCall, type RoutineTurn } from '#pack-kit';
import { made } from '../../../../test/harness/routine-turn.ts';
import {
  bookingsAreChangedByTheOffice,
  ownersAndBanks,
  papersAndOffersAreTheOffices,
} from './what-the-office-does.ts';

const reply = (text: string, routine = ownersAndBanks, lastCalls: RoutineCall[] = []) => {
  const message = { text, language: detectLanguage(text), normalized: normalizeText(text) };
  const step = routine({ message, calls: [], lastCalls } as unknown as RoutineTurn);
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

describe('contracts and offers', () => {
  const told = (text: string) => reply(text, papersAndOffersAreTheOffices);

  it.each([
    'Prepare the contract for the Paphos flat',
    'can you send me the agreement?',
    'send it for signature',
    'I want to sign it online',
    'Send an offer of 180000 on the cheapest flat in Paphos',
    'we would like to make an offer on prop-0021',
    'جهز العقد للشقة',
    'أريد أن أقدم عرضا بمبلغ 150 ألف',
  ])('%s is taken up by the office', (text) => expect(told(text)).toMatch(/by the office|المكتب/));

  it.each([
    'who signs it?',
    'what do you offer in Paphos?',
    'send me your offers in Paphos',
    'can you make me a better price?',
    'flats on a long lease in Limassol',
    'اعرض علي شقق في بافوس',
  ])('%s is something else', (text) => expect(told(text)).toBeUndefined());
});

describe('behind a booking', () => {
  const behind = (tool: string) => (text: string) =>
    reply(text, bookingsAreChangedByTheOffice, [made(tool, {}, {})]);
  const changes = [
    'can you change it to 11?',
    'please cancel that',
    'make it on Monday',
    "sorry, I can't come",
    'ألغها',
  ];

  it.each(changes)('%s is of the viewing', (text) =>
    expect(behind('schedule_viewing')(text)).toMatch(/moved by the office|يتولاه المكتب/),
  );
  it.each(changes)('%s behind a search is not', (text) =>
    expect(behind('search_properties')(text)).toBeUndefined(),
  );
});
