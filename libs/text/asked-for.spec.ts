import { wantsCheaper, wantsPerson } from './asked-for.ts';
import { normalizedWords } from './normalize-text.ts';

describe('wantsCheaper', () => {
  it.each([
    'something cheaper',
    'show me cheaper ones',
    'Do you have anything less expensive?',
    "That's steep, got a more affordable one?",
    'anything at a lower price?',
    'any with a lower rent',
    'a bit less pricey please',
    'not so expensive please',
    'is there anything lower?',
    'أريد شيئا أرخص',
    'هل لديكم أقل سعرا؟',
    'بسعر أقل لو سمحت',
    'خيارات أوفر',
  ])('%s', (text) => expect(wantsCheaper(normalizedWords(text))).toBe(true));

  it.each([
    'It is too expensive for us honestly',
    'Can we lower the price by ten thousand?',
    'Can we get a discount?',
    'Flats in Paphos under 200k',
    'less than 900 a month',
    'lower floor please',
    'more bedrooms',
    'كم سعر الشقة؟',
  ])('not: %s', (text) => expect(wantsCheaper(normalizedWords(text))).toBe(false));
});

describe('wantsPerson', () => {
  it.each([
    'can I talk to a human',
    'I want to speak with a real person please',
    'put me through to an agent',
    'connect me to a representative',
    'get me someone from your team',
    'Could somebody from the office call me back?',
    'human please',
    "I'd rather chat with your colleague",
    'Is it possible to reach a live advisor?',
    'هل يمكنني التحدث مع شخص حقيقي؟',
    'أريد موظفا بشريا',
    'حولني إلى خدمة العملاء',
    'أود أن أكلم أحد الموظفين',
  ])('%s', (text) => expect(wantsPerson(normalizedWords(text))).toBe(true));

  it.each([
    'Are you a human?',
    'Log that I rang him and got no answer',
    'Is Andreas free next week? He is our agent',
    'I want to find a flat for a single person',
    'My brother decides with me',
    'We want a villa in Coral Bay',
    'أريد شقة للبيع في بافوس',
  ])('not: %s', (text) => expect(wantsPerson(normalizedWords(text))).toBe(false));
});
