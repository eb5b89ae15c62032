import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { clusterByWords } from './cluster-gaps.ts';

const clusters = (...texts: string[]) =>
  clusterByWords(texts.map((text) => ({ text }))).map(({ words, messages }) => ({
    words,
    texts: messages.map(({ text }) => text),
  }));

it('clusters requests for the same thing in different words', () => {
  const found = clusters(
    'Can you sync this with Xero?',
    'book me a flight to Oslo',
    'please connect our Xero accounting',
    'Is there a Xero connection?',
    'book a car in Rome',
    'flights to Rome next week?',
    'اربطوا حسابي ببرنامج زيرو',
    'هل يمكن ربط زيرو؟',
  );
  const together = (one: string, other: string) =>
    found.some(
      ({ texts }) => texts.some((text) => text.includes(one)) && texts.some((text) => text.includes(other)),
    );
  expect(found[0]).toMatchObject({ texts: { length: 3 }, words: expect.arrayContaining(['xero']) });
  expect(found[0]?.words[0]).toBe('xero');
  expect(together('زيرو؟', 'ببرنامج')).toBe(true);
  expect(together('flight to Oslo', 'Xero')).toBe(false);
});

it('joins forms of a word, and separates messages that share only common words', () => {
  expect(
    clusters('translate contracts', 'Contract translation', 'translating a contract').map(
      ({ texts }) => texts.length,
    ),
  ).toEqual([3]);
  expect(clusters('Do you have a boat?', 'Do you have the time?')).toHaveLength(2);
});

it('keeps messages without words together', () => {
  expect(clusters('???', '👍')).toEqual([{ words: [], texts: ['???', '👍'] }]);
  expect(clusters()).toEqual([]);
});

it('assigns each message once, and is deterministic', () => {
  const word = fc.constantFrom('xero', 'flight', 'boat', 'rent', 'طائرة', 'قارب', 'the', 'a');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  forAll(100, fc.array(text, { maxLength: 40 }), (texts) => {
    const found = clusters(...texts);
    expect(found.flatMap((cluster) => cluster.texts).sort()).toEqual(texts.toSorted());
    expect(clusters(...texts)).toEqual(found);
    for (const [at, { texts: own }] of found.entries())
      expect(own.length).toBeLessThanOrEqual(found[at - 1]?.texts.length ?? own.length);
  });
});
