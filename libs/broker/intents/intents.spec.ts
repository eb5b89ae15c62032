import { detectIntents, intentsOf } from './intents.ts';
import { findPhrase, isForm, contentStems, stem } from '#text';

describe('detectIntents', () => {
  it.each([
    ['Can I book a meeting?', 'consult', ['scheduling']],
    ['We booked two meetings', 'consult', ['scheduling']],
    ['Any flats with a lower price?', 'estio', ['billing', 'property']],
    ['the apartments', 'ohm', []],
    ['a bookish facebook', 'estio', []],
    ['it is not working', 'estio', ['support']],
    ['Hmm, all right then', 'consult', []],
    ['Draw a diagram', 'consult', ['document']],
    ['Draw a diagram', 'ohm', ['document']],
    ['Draw a diagram', 'estio', []],
    ['اعرض الملخص', 'ohm', ['document']],
    ['أريد شقة للبيع', 'estio', ['property']],
    ['هل ذكر العميل الموعد؟', 'estio', ['scheduling', 'contact']],
    ['والشقق بسعر أقل', 'estio', ['billing']],
  ])('%j in %s gives %j', (text, pack, intents) => {
    expect(detectIntents(text, intentsOf(pack))).toEqual(intents);
  });

  it('includes the intents of a pack', () => {
    const own = [{ name: 'property', keywords: { en: ['bungalow'], ar: ['كوخ'] } }];
    expect(detectIntents('two bungalows and a flat', intentsOf('estio', own))).toEqual(['property']);
  });
});

describe('stems and forms', () => {
  it.each([
    ['listings', 'listed'],
    ['houses', 'house'],
    ['changes', 'changing'],
    ['planned', 'planning'],
    ['للبيع', 'البيع'],
    ['غرفتين', 'غرفه'],
    ['المنطقه', 'منطقه'],
  ])('%s and %s share a stem', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it('ignores stop words', () => {
    expect(contentStems(['show', 'me', 'the', 'villas'])).toEqual(['show', 'villa']);
  });

  it.each([
    ['booking', 'book', true],
    ['payments', 'payment', true],
    ['pricing', 'price', true],
    ['properties', 'property', true],
    ['booklet', 'book', false],
    ['بالشقه', 'شقه', true],
    ['مشقه', 'شقه', false],
  ])('%s is a form of %s: %s', (word, base, expected) => {
    expect(isForm(word, base)).toBe(expected);
  });

  it('finds phrases', () => {
    expect(findPhrase(['at', 'least', 'three'], ['at', 'least'])).toEqual({ start: 0, end: 2 });
    expect(findPhrase(['three'], [])).toBeUndefined();
  });
});
