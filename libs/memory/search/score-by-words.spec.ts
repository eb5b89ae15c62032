import type { InsightSurroundings } from '#pack-kit';
import { scoreByWords } from './score-by-words.ts';
import { readSearchTerms, searchTermsOf } from './search-terms.ts';

type Text = string | [text: string, surroundings: InsightSurroundings];

/** The texts with a score above 0, best first. */
function ranked(texts: Text[], question: string): string[] {
  const given = texts.map((text) => (typeof text === 'string' ? ([text, {}] as const) : text));
  const terms = given.map(([text, surroundings]) => readSearchTerms(searchTermsOf(text, surroundings)));
  return scoreByWords(terms, question)
    .map(({ score }, at) => ({ score, text: given[at]?.[0] ?? '' }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

describe('the score by words', () => {
  it('matches any of the words and gives rare words more weight', () => {
    const texts = ['Anna likes tea', 'Anna likes the harbour', 'Anna likes cake', 'Bob likes rowing'];
    expect(ranked(texts, 'What does Anna think of the harbours?')[0]).toBe('Anna likes the harbour');
    expect(ranked(texts, 'nothing of the kind')).toEqual([]);
  });

  it('finds an answer by the preceding question, and with less weight by other surroundings', () => {
    const answer: Text = ['Two, a boy and a girl', { before: ['', 'How many children do you have?'] }];
    const beside: Text = ['Nice weather', { before: ['I like children.'] }];
    const far: Text = ['And so on', { before: ['I like children.', 'Oh.'] }];
    expect(ranked([far, beside, answer, 'Something else'], 'Her children?')).toEqual([
      'Two, a boy and a girl',
      'Nice weather',
      'And so on',
    ]);
  });

  it('finds by speaker and day', () => {
    const texts: Text[] = [
      ['I was in Rome', { speaker: 'Ann', saidAt: 'Monday 8 May 2023' }],
      ['I was in Paris', { speaker: 'Bob', saidAt: 'Tuesday 6 June 2023' }],
    ];
    expect(ranked(texts, 'Where was Bob?')[0]).toBe('I was in Paris');
    expect(ranked(texts, 'What happened in May 2023?')[0]).toBe('I was in Rome');
  });

  it('prefers statements to questions, and texts with a time if the question asks for one', () => {
    expect(ranked(['Do you have a dog?', 'I have a dog'], 'a dog')[0]).toBe('I have a dog');
    expect(ranked(['The dog is brown', 'The dog came last week'], 'When did the dog come?')[0]).toBe(
      'The dog came last week',
    );
  });

  it('finds inflected Arabic words by their n-grams', () => {
    const texts = ['يبحث عن مطابخ واسعة', 'يحب البحر'];
    expect(ranked(texts, 'هل ذكر مطبخا؟')).toEqual(['يبحث عن مطابخ واسعة']);
    expect(ranked(texts, 'المطابخ؟')[0]).toBe('يبحث عن مطابخ واسعة');
    expect(ranked(['مدرستهم قريبة', 'يحب البحر'], 'مدرسة الأولاد')[0]).toBe('مدرستهم قريبة');
  });

  it('returns the shared words, rarest first', () => {
    const terms = ['Anna likes tea', 'Anna likes the harbour'].map((text) =>
      readSearchTerms(searchTermsOf(text)),
    );
    expect(scoreByWords(terms, 'Does Anna see harbours?').map(({ shared }) => shared)).toEqual([
      ['anna'],
      ['harbours', 'anna'],
    ]);
  });

  it.each([
    ['كلاب', 'عنده كلب كبير'],
    ['مسابح', 'يريد شقة بمسبح'],
    ['مدارس', 'أولاده في المدرسة'],
    ['القروض', 'لا يريد قرضا'],
    ['بنوك', 'يعمل في البنك'],
  ])('%j is related to %j by an n-gram', (question, text) => {
    const terms = [text, 'Anna likes tea'].map((one) => readSearchTerms(searchTermsOf(one)));
    expect(scoreByWords(terms, question).map(({ related }) => related)).toEqual([true, false]);
  });

  it('scores 0 without words or texts', () => {
    expect(scoreByWords([], 'tea')).toEqual([]);
    expect(scoreByWords([readSearchTerms(Buffer.alloc(0))], 'tea')).toEqual([
      { score: 0, shared: [], related: false },
    ]);
    expect(scoreByWords([readSearchTerms(searchTermsOf(''))], '?!')).toEqual([
      { score: 0, shared: [], related: false },
    ]);
  });
});

it('terms are read as stored, at any offset', () => {
  const stored = searchTermsOf('Does she like tea?', { before: ['', 'Hello.'], saidAt: '8 May 2023' });
  for (const shift of [0, 1, 4])
    expect(readSearchTerms(Buffer.concat([Buffer.alloc(shift), stored]), shift, stored.length)).toEqual(
      readSearchTerms(stored),
    );
  expect(readSearchTerms(stored)).toMatchObject({ isQuestion: true, hasTime: false });
});
