import { normalizeText } from './normalize-text.ts';
import { takesBackWhatWasSaid, toBeForgotten } from './said-before.ts';

const takesBack = (text: string) => takesBackWhatWasSaid(normalizeText(text));

it.each([
  "I've never said that we need a garage",
  'we have not asked for a garden',
  "I don't remember asking for a pool",
  'ما طلبت مسبحا',
  'لم أقل ذلك',
])('%s takes it back', (text) => expect(takesBack(text)).toBe(true));

it.each([
  "I've asked for a flat in Larnaca with a pool",
  'ما طلبته هو شقة في لارنكا مع مسبح',
  "I've said we are moving in June because of the schools",
  "we've told you that the budget is fixed",
  "we haven't asked the bank yet",
  "I didn't tell you about our dog, he is big",
  'ما ذكرته لك مهم',
  'ما قلت لكم هو الصحيح',
])('%s does not', (text) => expect(takesBack(text)).toBe(false));

it.each([
  'forget what I said about the garden',
  'ignore everything we told you about the schools',
  'please ignore my wish for a pool',
  'forget it',
  'ok, forget that please',
  'never mind what I asked for',
  'انس ما قلته عن الحديقة',
  'تجاهل كلامي عن المسبح',
])('%s gives up what was said', (text) => expect(takesBack(text)).toBe(true));

it.each([
  'Ignore the email from Elena',
  'Undo the last booking',
  'Forget the offer',
  'Strike the viewing on Friday',
  'Leave out the studios',
  'forget that Elena called',
  'اترك رسالة للمكتب',
  'اترك ملاحظة أن العميل يفضل الطابق الأرضي',
  'تجاهل رسالة إيلينا',
])('%s gives up something else', (text) => expect(takesBack(text)).toBe(false));

it.each([
  ['so forget about the pool', 'the pool'],
  ['انس المسبح', 'المسبح'],
  ["don't forget the pool", undefined],
  ['اترك رسالة', undefined],
])('%s names what is to be forgotten', (text, expected) => {
  expect(toBeForgotten(normalizeText(text))).toBe(expected);
});
