import { sampleLabel } from './sample-label.ts';
import cases from './sample-label.cases.json' with { type: 'json' };

const call = { callId: '1', tool: 'look', arguments: {}, success: true, durationMs: 1 };
const marked = { ...call, modelText: '{"success":true,"data":{"items":[1]}}', sample: true as const };
const label = (reply: string, calls = [marked], language = 'en') => sampleLabel({ reply, calls, language });

it.each(cases.labelled)('%s rests on them', (reply) => expect(label(reply)).toBe('This is sample data.'));

it.each(cases.unlabelled)('%s tells nothing from them', (reply) => expect(label(reply)).toBeUndefined());

it.each([
  'These sample listings have a pool.',
  'It is demo data: a villa in Coral Bay.',
  'هذه بيانات تجريبية: فيلا في بافوس.',
])('%s says so itself', (reply) => expect(label(reply)).toBeUndefined());

it('uses the language of the turn', () =>
  expect(label('فيها مسبح.', [marked], 'ar')).toBe('هذه بيانات تجريبية.'));

it('needs a successful call that used sample rows', () => {
  const reply = 'It has a pool.';
  expect(sampleLabel({ reply, calls: [{ ...marked, success: false }], language: 'en' })).toBeUndefined();
  expect(sampleLabel({ reply, calls: [{ ...call, modelText: '{}' }], language: 'en' })).toBeUndefined();
});
