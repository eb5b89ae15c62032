import { firstStep, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { readProfile } from '../reading/profile.ts';
import { routines } from './index.ts';
import { getToKnow } from './getting-to-know.ts';

const answer = (text: string, language: string) =>
  (
    getToKnow({
      agent: 'discovery',
      message: { text, normalized: text, language },
      nothingFits: true,
      material: {},
      replied: [],
      said: [],
      known: {},
    } as never) as { reply: string }
  ).reply;

describe('what a visitor tells without asking for anything', () => {
  it.each([
    ['mara@lund.example', 'en', 'I have noted your e-mail address: mara@lund.example'],
    ['بريدي mara@lund.example', 'ar', 'سجلت بريدك الإلكتروني: mara@lund.example'],
    ['Our website is lund.example', 'en', 'your website: lund.example'],
  ])('%s is noted', (text, language, noted) => {
    expect(answer(text, language)).toContain(noted);
    expect(answer(text, language)).not.toContain('not sure');
  });
});

const said = (text: string, more: Partial<RoutineTurn> = {}) =>
  reply(firstStep(routines, routineTurn(text, { agent: 'discovery', ...more }))) ?? '';

describe('who writes', () => {
  it.each([
    [
      "I'm Ben from Kite Foods, ben@kite.example",
      { name: 'Ben', company: 'Kite Foods', email: 'ben@kite.example' },
    ],
    ["I'm Ben from Kite Foods", { name: 'Ben', company: 'Kite Foods' }],
    ['Ben from Brightfield, ben@brightfield.example', { company: 'Brightfield' }],
  ])('%s', (text, told) => expect(readProfile(text)).toMatchObject(told));

  it.each([
    "I'm Dana from New York",
    "I'm Dana from Leeds, dana@kite.example",
    'a mail from Kite Foods came',
  ])('tells no company: %s', (text) => expect(readProfile(text).company).toBeUndefined());

  it('is noted where something else was asked, which stands', () => {
    const replied = ['I draft the syllabus. Who would attend from your team?'];
    const reply = said("I'm Ben from Kite Foods, ben@kite.example", { said: ['x'], replied });
    expect(reply).toMatch(/Thank you, Ben\..*Kite Foods.*Who would attend from your team\?$/);
    expect(said('3 developers, and I am Ben from Kite Foods', { said: ['x'], replied })).not.toContain(
      'Thank you',
    );
  });
});

describe('what is known of oneself', () => {
  const more = { said: ["I'm Ben from Kite Foods, ben@kite.example"], replied: ['Thank you.'] };
  it.each([
    'what do you know about me?',
    'what do you remember about me?',
    'ماذا تعرف عني؟',
    'do you remember my name?',
  ])('%s', (text) => {
    expect(said(text, more)).toMatch(/Ben.*Kite Foods|Kite Foods.*Ben/);
    expect(said(text)).toMatch(/Nothing is noted|لم أسجل/);
  });

  it.each(['what do you know about us accountants and invoices?', 'what do you have?'])('not: %s', (text) =>
    expect(said(text, more)).not.toMatch(/I have noted/),
  );
});
