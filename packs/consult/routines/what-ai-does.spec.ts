import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { routines } from './index.ts';

const SEARCH = 'search_internal_case_studies';
const step = (text: string, data?: object) =>
  firstStep(
    routines,
    routineTurn(text, {
      agent: 'discovery',
      nothingFits: true,
      calls: data ? [made(SEARCH, { query: text, industry: 'Healthcare' }, data)] : [],
    }),
  );

it.each([
  'what could AI do for us?',
  'what can ai do for a company like ours',
  'how could artificial intelligence help us?',
  'what could we do with AI?',
  'ماذا يمكن للذكاء الاصطناعي أن يفعل لنا؟',
])('%s: what it is for, and the open question', (text) => {
  expect(reply(step(text))).toMatch(/costs time every week|يستهلك الوقت/);
  expect(reply(step(text))).toMatch(/[?؟]$/);
});

describe('where an industry is named', () => {
  const text = 'how can AI help a clinic?';
  const study = { id: 'a', title: 'Shorter letters', industry: 'Healthcare', result: '6 hours a week less.' };

  it('is asked what there is of it', () =>
    expect(callsOf(step(text))).toMatchObject([{ tool: SEARCH, arguments: { industry: 'Healthcare' } }]));
  it('tells the example of it', () =>
    expect(reply(step(text, { caseStudies: [study], total: 1 }))).toMatch(
      /Healthcare: Shorter letters.*\?$/,
    ));
  it('tells none of another', () =>
    expect(reply(step(text, { caseStudies: [{ ...study, industry: 'Media' }], total: 1 }))).not.toMatch(
      /Shorter/,
    ));
});

describe('behind what was told of the own work', () => {
  it('is asked what there is of the industry', () =>
    expect(
      callsOf(step('we run a small dental clinic and the phone never stops ringing, can AI help with that?')),
    ).toMatchObject([{ tool: SEARCH, arguments: { industry: 'Healthcare' } }]));
  it('is told what it is for', () =>
    expect(
      reply(
        step('our people type the same orders into three systems every single day of the week. Can AI help?'),
      ),
    ).toMatch(/costs time every week/));
  it.each([
    'can AI help is what our board has asked us for months, and so we now want to know who of you would come and when',
    'our customers ask us all the time whether we can automate the reports that they get from us each month',
  ])('%s: says something else', (text) =>
    expect(reply(step(text)) ?? '').not.toMatch(/costs time every week/),
  );
});
