import type { ToolError } from '#pack-kit';
import { answerOf } from './answer-of-server.ts';

const text = (words: string) => [{ type: 'text' as const, text: words }];

const failure = (structuredContent: Record<string, unknown>, content = text('no')): ToolError => {
  try {
    answerOf({ content, structuredContent, isError: true });
  } catch (error) {
    return error as ToolError;
  }
  throw new Error('answerOf did not throw');
};

const long = 'x '.repeat(500_000);
const places = { places: [{ field: 'district', name: 'Atlantis' }] };
const rows = Array.from({ length: 10_000 }, () => 'x'.repeat(100));
it.each<[string, object | undefined, object]>([
  ['short data', places, places],
  ['long data, which is cut', { rows, outcome: 'x' }, { truncated: true, available: 10_000, outcome: 'x' }],
  ['data that cannot be cut', { text: long }, { truncated: true, bytes: expect.any(Number) }],
  ['an unknown outcome', { text: long, outcome: 'unknown' }, { truncated: true, outcome: 'unknown' }],
  [
    'bytes',
    { plan: `data:image/png;base64,${'A'.repeat(40)}` },
    { plan: expect.stringMatching(/^\[62 char/) },
  ],
])('a failure reported by a server has %s', (_what, data, expected) => {
  const { message, help, errorClass } = failure({
    success: false,
    errorClass: 'VALIDATION_FAILED',
    error: long,
    data,
  });
  expect({ help, errorClass }).toMatchObject({ help: expected, errorClass: 'VALIDATION_FAILED' });
  expect(message.length).toBeLessThan(1_100);
  expect(JSON.stringify(help).length).toBeLessThan(20_000);
});

it('a failure without text has its structured content as data', () => {
  const fields = { code: 5, retryAfter: 30 };
  expect(failure(fields, [])).toMatchObject({ message: 'It failed.', help: fields });
});

it('a failure has no other outcome of data that cannot be cut', () => {
  const data = { text: 'x', outcome: long };
  expect(failure({ success: false, error: 'No.', data })).toMatchObject({ message: 'No.' });
  expect(failure({ success: false, error: 'No.', data }).help).not.toHaveProperty('outcome');
});

it.each<[fields: object, data?: unknown]>([
  [{ success: true, data: [1] }, [1]],
  [{ success: true, data: null }, null],
  [{ success: true }],
  [{ success: true, total: 2, items: [1, 2] }],
  [{ success: true, data: [1], next: 'abc' }],
  [{ success: false, error: 'quota', retryAfter: 30 }],
])('unwraps results of ours, and keeps other formats whole: %j', (fields, data = fields) => {
  expect(answerOf({ content: [], structuredContent: { ...fields } })).toEqual(data);
  expect(answerOf({ content: text(JSON.stringify(fields)) })).toEqual(data);
});
