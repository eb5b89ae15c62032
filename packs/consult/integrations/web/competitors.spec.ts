import { clientStageOf, competitorsIn } from './competitors.ts';
import cases from './competitors.cases.json' with { type: 'json' };

const typeOf = (snippet: string) =>
  competitorsIn([
    { results: [{ title: 'Acme is in the news', snippet, url: 'https://acme.example' }] } as never,
  ])[0]?.signals[0]?.type;

describe('activities of a company', () => {
  it.each([
    ['Press release: a partnership on AI', 'press_release'],
    ['It announced a partnership', 'press_release'],
    ['It launches an assistant', 'product_launch'],
    ['It is hiring an engineer', 'job_posting'],
    ['It releases its annual report', undefined],
  ])('%s: %s', (snippet, type) => expect(typeOf(snippet)).toBe(type));
});

describe('the AI maturity of a visitor', () => {
  it.each(cases as [string, number][])('%s: %d', (text, stage) => expect(clientStageOf(text)).toBe(stage));
});
