import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { PRICES } from '../agents/material.ts';
import { searchInternalCaseStudies } from '../tools/search-internal-case-studies.tool.ts';
import { routines } from './index.ts';

const { name } = searchInternalCaseStudies;
const material = {
  [PRICES]: { consultant: 'the consultant', workshop: 10_000, consulting: 80_000, canBookOnline: false },
};
const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  firstStep(routines, routineTurn(text, { agent: 'discovery', material, offered: [name], ...more }));
const claims = {
  id: 'cs-03',
  title: 'Claim triage',
  industry: 'Insurance',
  useCase: 'Claim triage',
  problem: 'Claims waited.',
  result: '3 days faster first answer',
  metricValue: 3,
  metricUnit: 'days',
  year: 2025,
  isSample: true,
};
const none = (query: string, more: object = {}) =>
  made(name, { query, ...more }, { caseStudies: [], total: 0 });
const others = made(name, { query: 'examples' }, { caseStudies: [claims], total: 12, sample: true });

describe('where no case study fits', () => {
  const asked = 'Do you have a case for restaurants?';

  it('others are looked for', () => {
    expect(callsOf(step(asked, { calls: [none(asked)] }))).toEqual([
      { tool: name, arguments: { query: 'examples' } },
    ]);
  });

  it.each([
    [
      asked,
      /^I have no case study for restaurants, and I will not make one up\.[^]*1\. Claim triage \(cs-03\)/,
    ],
    ['any proof from the funeral industry?', /^I have no case study for the funeral industry,/],
    ['Have you ever helped beekeepers?', /^I have no case study for beekeepers,/],
    ['any examples?', /^I have no case study that fits,/],
    ['هل لديكم حالة للمطاعم؟', /^لا توجد لدي دراسة حالة عن المطاعم، ولن أختلق واحدة\.[^]*1\. فرز المطالبات/],
    ['أعطني أمثلة من قطاع النحل', /^لا توجد لدي دراسة حالة عن قطاع النحل،/],
  ])('%s: that comes first, and then the others', (text, said) =>
    expect(reply(step(text, { calls: [none(text), others] }))).toMatch(said),
  );

  it('and there are no others, nothing is made up', () => {
    const empty = made(name, { query: 'examples' }, { caseStudies: [], total: 0 });
    expect(reply(step(asked, { calls: [none(asked), empty] }))).toMatch(
      /will not make one up\. Tell me more/,
    );
  });

  it('what fits is told as it was', () => expect(step('any examples?', { calls: [others] })).toBeUndefined());
});

describe('goes on from a list of cases', () => {
  const listed = {
    said: ['examples?'],
    replied: ['1. Claim triage (cs-03)'],
    earlier: [others],
    lastCalls: [others],
  };

  it.each([
    ['any for hotels?', 'Hospitality'],
    ['how about dentists', 'Healthcare'],
    ['And from banking?', 'Banking'],
    ['do you have anything for the hotel industry?', 'Hospitality'],
    ['what about law firms?', 'Legal'],
    ['one for funeral homes?', undefined],
    ['وماذا عن المطاعم؟', 'Hospitality'],
    ['وللبنوك؟', 'Banking'],
    ['وفي قطاع الصحة؟', 'Healthcare'],
  ])('%s is looked up', (text, industry) => {
    expect(callsOf(step(text, { ...listed, nothingFits: true }))).toMatchObject([
      { tool: name, arguments: industry === undefined ? {} : { industry } },
    ]);
  });

  it.each([
    'what about the price?',
    'how about Friday?',
    'and what about data protection?',
    'any questions?',
    'وماذا عن السعر؟',
  ])('%s asks for none', (text) =>
    expect(callsOf(step(text, { ...listed, nothingFits: true })).map(({ tool }) => tool)).not.toContain(name),
  );

  it('behind nothing of the kind no case is meant', () =>
    expect(callsOf(step('any for hotels?', { nothingFits: true }))).toEqual([]));
});
