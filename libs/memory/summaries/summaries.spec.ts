import fc from 'fast-check';
import type { SummaryInput, SummaryParts } from '#pack-kit';
import { forAll } from '../../../test/harness/for-all.ts';
import { fitWords, renderSummary } from './fit-words.ts';
import { generalSummary, summarizeByRules } from './general-summary.ts';
import { keepFacts, shortened } from './keep-facts.ts';
import { countWords, factsOf, statementsOf, wordsHeld } from './statement-facts.ts';

type Message = SummaryInput['messages'][number];
const contact = (text: string): Message => ({ author: 'contact', text });
const agent = (text: string): Message => ({ author: 'agent', text });
const inputOf = (
  messages: Message[],
  previous: SummaryParts | null = null,
  language = 'en',
): SummaryInput => ({ previous, messages, artifacts: [], language, maxWords: 400, shorten: false });
const none: SummaryParts = { goals: [], decisions: [], facts: [], openQuestions: [], nextSteps: [] };
const textOf = (parts: SummaryParts, language = 'en') => renderSummary(generalSummary, parts, language);

describe('the facts of a statement', () => {
  it.each([
    ['My budget is €450,000 and I move on 12 March 2027.', ['450000', '12', 'march', '2027']],
    ['Call my wife Layla Hassan at 0501234567.', ['layla', 'hassan', '501234567']],
    ['The unit prop-0112 in Paphos has three bedrooms.', ['prop', '112', 'paphos', 'three']],
    ['ميزانيتي ٤٥٠ ألف وسأنتقل في مارس ٢٠٢٧', ['450', 'مارس', '2027']],
    ['اسمي ليلى حسن', ['ليلي', 'حسن']],
  ])('%s', (statement, words) => {
    expect(factsOf(statement).words).toEqual(expect.arrayContaining(words));
  });

  it('do not occur in small talk, and a capital letter at the beginning is no name', () => {
    expect(factsOf('It has an ESP32.').words).toEqual(['esp32']);
    for (const text of ['Thanks a lot!', 'Hello, how are you?', 'Nice weather today.', 'شكرا جزيلا'])
      expect(factsOf(text)).toEqual({ words: [], commitment: false });
  });

  it.each([
    'I will send the papers.',
    "We'll call you back.",
    'Let me check that.',
    'سأرسل العقد',
    'سوف نتصل بك',
  ])('include a promise: %s', (text) => expect(factsOf(text).commitment).toBe(true));

  it('are found per sentence, and each line of a list is one', () => {
    expect(statementsOf('It costs 1.5 m. We like it!\n- a flat\n2. a villa')).toEqual([
      'It costs 1.5 m.',
      'We like it!',
      'a flat',
      'a villa',
    ]);
  });
});

describe('a summary by rules', () => {
  it('sorts statements into parts and omits small talk', () => {
    const made = summarizeByRules(
      inputOf([
        contact('Hello! I am looking for a flat in Limassol. My name is Layla Hassan.'),
        agent('Welcome! What is your budget?'),
        contact('Thanks. At most 450,000 euros. We decided to go with two bedrooms.'),
        agent('I will send you three offers by Friday. Would you like to see them on a map?'),
      ]),
    );
    expect(made).toEqual({
      goals: ['I am looking for a flat in Limassol.'],
      decisions: ['We decided to go with two bedrooms.'],
      facts: ['My name is Layla Hassan.', 'At most 450,000 euros.'],
      openQuestions: [],
      nextSteps: ['I will send you three offers by Friday.', 'Would you like to see them on a map?'],
    });
    expect(textOf(made)).toMatch(/^## Goals\n- I am looking/);
  });

  it('works in Arabic', () => {
    const made = summarizeByRules(
      inputOf([
        contact('مرحبا. أبحث عن شقة في دبي. اسمي سامي خليل. قررنا أن نأخذ غرفتين.'),
        agent('سأرسل لك العروض يوم الخميس. ما هي ميزانيتك؟'),
      ]),
    );
    expect(made.goals).toEqual(['أبحث عن شقة في دبي.']);
    expect(made.decisions).toEqual(['قررنا أن نأخذ غرفتين.']);
    expect(made.facts).toEqual(['اسمي سامي خليل.']);
    expect(made.nextSteps).toEqual(['سأرسل لك العروض يوم الخميس.']);
    expect(made.openQuestions).toEqual(['ما هي ميزانيتك؟']);
    expect(textOf(made, 'ar')).toContain('## الأهداف');
  });

  it('continues the previous summary, and keeps a question open until the person writes again', () => {
    const first = summarizeByRules(inputOf([contact('I need a villa.'), agent('How many bedrooms?')]));
    expect(first.openQuestions).toEqual(['How many bedrooms?']);
    const second = summarizeByRules(inputOf([contact('Four bedrooms.'), agent('Noted.')], first));
    expect(second).toMatchObject({
      goals: ['I need a villa.'],
      facts: ['Four bedrooms.'],
      openQuestions: [],
    });
  });
});

describe('a fact that the model drops', () => {
  const said = [
    contact('My budget is 450,000 euros and my brother Nadim decides.'),
    agent('I will call Nadim on Tuesday.'),
  ];

  it('is restored from the messages and from the previous summary', () => {
    const previous = { ...none, facts: ['She moves on 12 March.'], decisions: ['Two bedrooms in Paphos.'] };
    const { parts, putBack } = keepFacts(generalSummary, inputOf(said, previous), none);
    expect(putBack).toBe(4);
    expect(parts).toMatchObject({
      decisions: ['Two bedrooms in Paphos.'],
      facts: ['She moves on 12 March.', 'My budget is 450,000 euros and my brother Nadim decides.'],
      nextSteps: ['Agent: I will call Nadim on Tuesday.'],
    });
  });

  it('is not restored if it is of a part from artifacts, or by an agent', () => {
    const spec = { ...generalSummary, fromArtifacts: ['goals'] };
    const input = inputOf([agent('The board is an ESP32.'), contact('It may cost 40 dollars.')], {
      ...none,
      goals: ['State: bom v1'],
      decisions: ['Use 5 V'],
    });
    const { parts } = keepFacts(spec, input, none);
    expect(Object.values(parts).flat()).toEqual(['Use 5 V', 'It may cost 40 dollars.']);
  });

  it('is not restored if the summary has it in other words', () => {
    const made = {
      ...none,
      facts: ['Budget: 450,000 euros; her brother Nadim decides; call him on Tuesday'],
    };
    expect(keepFacts(generalSummary, inputOf(said), made).putBack).toBe(0);
  });

  it('is not restored if a later statement contradicts it', () => {
    const previous = { ...none, facts: ['The budget is 400,000 euros.'] };
    const later = [contact('The budget is 500,000 euros now.')];
    const { parts } = keepFacts(generalSummary, inputOf(later, previous), none);
    expect(parts.facts).toEqual(['The budget is 500,000 euros now.']);
  });

  it('is restored from the prose of a reply, not from its lists', () => {
    const list = ['These fit:', '- prop-0001: 350,000', '- prop-0002: 360,000'].join('\n');
    const { parts } = keepFacts(generalSummary, inputOf([contact('Show me flats.'), agent(list)]), none);
    expect(textOf(parts)).not.toContain('prop-0001');
  });

  it('is cut to its facts if the sentence is long', () => {
    const long = `${'blah '.repeat(40)}on 12 March we meet Nadim ${'blah '.repeat(40)}at number 77`;
    const cut = shortened(long, factsOf(long).words);
    expect(countWords(cut)).toBeLessThan(30);
    expect([...wordsHeld(cut)]).toEqual(expect.arrayContaining(['12', 'march', 'nadim', '77']));
  });
});

describe('a summary that is too long', () => {
  it('drops statements without facts first, then statements of agents, until it has fewer words than the limit', () => {
    const filler = Array.from(
      { length: 20 },
      (_, n) => `She is rather fond of quiet evenings of the sort ${'x'.repeat(n)}.`,
    );
    const offers = Array.from(
      { length: 20 },
      (_, n) => `Agent: The flat number ${n} costs ${300 + n} thousand.`,
    );
    const facts = Array.from({ length: 10 }, (_, n) => `Her reference is REF-${n}.`);
    const parts = { ...none, goals: filler, facts: [...offers, ...facts] };
    const fitted = fitWords(generalSummary, parts, 100, 'en');
    expect(countWords(textOf(fitted))).toBeLessThan(100);
    expect(fitted.goals).toEqual([]);
    for (const fact of facts) expect(fitted.facts).toContain(fact);
  });

  it('always has fewer words than the limit (property)', () => {
    const words = fc.constantFrom('I', 'will', '450,000', 'Nadim', 'blah', 'the', 'March', 'سأرسل', 'بيت');
    const statement = fc.array(words, { minLength: 1, maxLength: 80 }).map((all) => all.join(' '));
    const statements = fc.array(statement, { maxLength: 20 });
    forAll(50, fc.record({ goals: statements, facts: statements, nextSteps: statements }), (parts) => {
      const fitted = fitWords(generalSummary, { ...none, ...parts }, 60, 'en');
      expect(countWords(textOf(fitted))).toBeLessThan(60);
    });
  });
});
