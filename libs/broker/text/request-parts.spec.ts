import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { requestParts } from './request-parts.ts';

const partsOf = (text: string) => requestParts(text).map((words) => words.join(' '));

it.each([
  ['Find a villa in Paphos', ['find a villa in paphos']],
  ['Draft the contract and then send the offer', ['draft the contract', 'send the offer']],
  ['Draft the contract. Also, check the calendar!', ['draft the contract', 'also check the calendar']],
  ['First book a room, finally email the client', ['first book a room', 'email the client']],
  ['احجز موعدا ثم أرسل العرض', ['احجز موعدا', 'ارسل العرض']],
  ['جهز عقد البيع، وبعدها أرسل البريد', ['جهز عقد البيع', 'ارسل البريد']],
  ['line one here\nline two here', ['line one here', 'line two here']],
])('%s', (text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

it('joins a short part to the previous or the next one', () => {
  expect(partsOf('Send the offer. Thanks!')).toEqual(['send the offer thanks']);
  expect(partsOf('Hello. Send the offer')).toEqual(['hello send the offer']);
});

it('does not split numbers, URLs or abbreviations', () => {
  expect(partsOf('Convert 1.5 dollars at https://a.b/c now')).toHaveLength(1);
});

it('keeps every word in order, in at most eight parts', () => {
  const words = fc.array(fc.constantFrom('send', 'offer', 'then', 'and', 'also', 'book.', 'ثم', 'x;', '\n'), {
    maxLength: 60,
  });
  forAll(100, words, (some) => {
    const parts = requestParts(some.join(' '));
    expect(parts.length).toBeLessThanOrEqual(8);
    const joints = new Set(['then', 'and', 'also', 'ثم']);
    const kept = (text: string) => text.split(/[\s.;]+/).filter((word) => word !== '' && !joints.has(word));
    expect(kept(parts.flat().join(' '))).toEqual(kept(some.join(' ')));
  });
});
