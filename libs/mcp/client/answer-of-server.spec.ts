import type { ToolError } from '#pack-kit';
import { answerOf } from './answer-of-server.ts';

const failure = (structuredContent: Record<string, unknown>): ToolError => {
  try {
    answerOf({ content: [{ type: 'text', text: 'no' }], structuredContent, isError: true });
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

it('a failure has no other outcome of data that cannot be cut', () => {
  const data = { text: 'x', outcome: long };
  expect(failure({ success: false, error: 'No.', data })).toMatchObject({ message: 'No.' });
  expect(failure({ success: false, error: 'No.', data }).help).not.toHaveProperty('outcome');
});
