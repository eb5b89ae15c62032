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

describe('a failure reported by a server', () => {
  it('is kept unchanged if it is short', () => {
    const data = { places: [{ field: 'district', name: 'Atlantis' }] };
    expect(
      failure({ success: false, errorClass: 'VALIDATION_FAILED', error: 'No such place.', data }),
    ).toMatchObject({ errorClass: 'VALIDATION_FAILED', message: 'No such place.', help: data });
  });

  it('has its text and data cut if they are long', () => {
    const data = { rows: Array.from({ length: 10_000 }, () => 'x'.repeat(100)), outcome: 'x' };
    const { message, help } = failure({ success: false, error: 'x'.repeat(1_000_000), data });
    expect(message.length).toBeLessThan(1_100);
    expect(help).toMatchObject({ truncated: true, available: 10_000, outcome: 'x' });
    expect(JSON.stringify(help).length).toBeLessThan(20_000);
  });

  it('has no data if the data cannot be cut', () => {
    expect(
      failure({ success: false, error: 'No.', data: { text: 'x'.repeat(1_000_000) } }).help,
    ).toMatchObject({ truncated: true, bytes: expect.any(Number) as number });
  });

  it('keeps an unknown outcome when data is cut', () => {
    const data = { text: 'x'.repeat(1_000_000), outcome: 'unknown' };
    expect(failure({ success: false, error: 'No.', data }).help).toMatchObject({
      truncated: true,
      outcome: 'unknown',
    });
  });

  it('drops any other outcome of data that cannot be cut', () => {
    const data = { text: 'x', outcome: 'x'.repeat(1_000_000) };
    expect(failure({ success: false, error: 'No.', data }).help).not.toHaveProperty('outcome');
  });
});
