import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { generateExecutiveMemo } from '../tools/generate-executive-memo.tool.ts';
import { searchInternalCaseStudies } from '../tools/search-internal-case-studies.tool.ts';
import { routines } from './index.ts';

const turnOf = (text: string, more: Partial<RoutineTurn> = {}) =>
  routineTurn(text, { agent: 'pitch', nothingFits: true, ...more });
const step = (text: string, more: Partial<RoutineTurn> = {}) => firstStep(routines, turnOf(text, more));
const CASES = searchInternalCaseStudies.name;
const found = {
  caseStudies: [
    { id: 'cs-03', title: 'Claim triage', industry: 'Insurance', result: '3 days faster', isSample: true },
  ],
  total: 1,
  sample: true,
};

describe('what speaks for the consultant', () => {
  it.each([
    'why you?',
    'why should we choose you',
    'Why should I pick you over others?',
    'what makes you different',
    'what sets you apart from big agencies?',
    "what's your advantage?",
    'how are you different from the others',
    'why would we hire the consultant',
    'لماذا أنتم؟',
    'لماذا نختاركم؟',
    'ما الذي يميزكم',
  ])('is what is on record, and nothing of others: %s', (text) => {
    expect(callsOf(step(text))).toMatchObject([{ tool: CASES }]);
    const told = reply(step(text, { calls: [made(CASES, {}, found)] }));
    expect(told).toMatch(/no comparison|لا أقارن/);
    expect(told).toMatch(/cs-03/);
    expect(told).toMatch(/sample|تجريبية/);
    expect(told?.match(/[?؟]/g)).toHaveLength(1);
  });

  it('is looked for in the industry that was told', () =>
    expect(callsOf(step('why you?', { said: ['We are an insurance company'] }))).toMatchObject([
      { arguments: { industry: 'Insurance' } },
    ]));

  it.each(['why do you ask?', 'why should we pay so much', 'what makes our process slow?', 'why is that'])(
    'is not asked for: %s',
    (text) => expect(callsOf(step(text))).toEqual([]),
  );
});

describe('something to read or hand on', () => {
  it.each([
    'do you have a brochure?',
    'can you send me some material',
    'could you share a deck with us',
    'is there anything in writing?',
    'please send me your slides',
    'هل لديكم بروشور؟',
  ])('is not ready, and what can be written is offered: %s', (text) =>
    expect(reply(step(text))).toMatch(/memo for who decides|مذكرة من صفحة واحدة/),
  );

  it.each(['we print brochures by hand', 'our customers send us documents', 'any ideas?'])(
    'is not asked for: %s',
    (text) => expect(reply(step(text))).not.toMatch(/ready-made/),
  );
});

describe('a memo for a superior', () => {
  const { fill, applies } = generateExecutiveMemo.offline!;
  const read = (field: 'key_blocker' | 'target_audience', text: string) =>
    (fill![field] as { read: (message: RoutineTurn['message']) => unknown }).read(turnOf(text).message);

  it.each([
    ['can you send me a paper for my boss', 'CEO', undefined],
    ['هل يمكنك أن ترسل لي ورقة لمديري', 'CEO', undefined],
    ['The boss wants to wait until next year', 'CEO', 'timing'],
    ['write a memo for the CFO', 'CFO', 'budget'],
    ['our CEO is not sure', 'CEO', 'timing'],
  ])('supposes no blocker of a superior whose office was not named: %s', (text, audience, blocker) => {
    expect(applies!(turnOf(text).message)).toBe(true);
    expect(read('target_audience', text)).toBe(audience);
    expect(read('key_blocker', text)).toBe(blocker);
  });
});
