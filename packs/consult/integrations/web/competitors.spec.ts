import { clientStageOf, competitorsIn } from './competitors.ts';

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
  it.each([
    ['We have nothing in production yet', 0],
    ['We have not started', 0],
    ['We are not live', 1],
    ['We are not in production, it is a pilot', 2],
    ['We have nothing but a pilot', 2],
    ['Our assistant is live', 3],
    ['We use it company-wide', 4],
    ['لسنا في الإنتاج', 1],
    ['النظام في الإنتاج', 3],
    ['Are we behind?', 1],
    ['We run a pilot, nothing more', 2],
    ['We have nothing against it, we are live', 3],
    ['no AI in HR but in production in sales', 3],
    ['لا شيء جديد، النظام في الإنتاج', 3],
    ["We aren't live yet", 1],
    ['We aren’t live yet', 1],
    ['We are live, but not everywhere', 3],
    ['It is not only a pilot, it is live', 3],
    ["We haven't started a pilot", 0],
    ['We are exploring, nothing more', 1],
    ['None of it is in production', 1],
    ['لا شيء في الإنتاج', 0],
  ])('%s: %d', (text, stage) => expect(clientStageOf(text)).toBe(stage));
});
