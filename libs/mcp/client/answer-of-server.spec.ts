import type { ToolError } from '#pack-kit';
import { answerOf } from './answer-of-server.ts';

const failure = (structuredContent: Record<string, unknown>): ToolError => {
  try {
    answerOf({ content: [{ type: 'text', text: 'no' }], structuredContent, isError: true });
  } catch (error) {
    return error as ToolError;
  }
  throw new Error('It is no failure');
};

describe('a failure as a server tells it', () => {
  it('is taken as it is where it is short', () => {
    const data = { places: [{ field: 'district', name: 'Atlantis' }] };
    expect(
      failure({ success: false, errorClass: 'VALIDATION_FAILED', error: 'No such place.', data }),
    ).toMatchObject({
      errorClass: 'VALIDATION_FAILED',
      message: 'No such place.',
      help: data,
    });
  });

  it('is cut where it is long, in words and in data', () => {
    const data = { rows: Array.from({ length: 10_000 }, () => 'x'.repeat(100)), outcome: 'x' };
    const { message, help } = failure({ success: false, error: 'x'.repeat(1_000_000), data });
    expect(message.length).toBeLessThan(1_100);
    expect(help).toMatchObject({ truncated: true, available: 10_000, outcome: 'x' });
    expect(JSON.stringify(help).length).toBeLessThan(20_000);
  });

  it('keeps no data where it is too large to be cut', () => {
    expect(
      failure({ success: false, error: 'No.', data: { text: 'x'.repeat(1_000_000) } }).help,
    ).toMatchObject({
      truncated: true,
      bytes: expect.any(Number) as number,
    });
  });

  it('says that nobody knows the outcome whatever else is cut', () => {
    const data = { text: 'x'.repeat(1_000_000), outcome: 'unknown' };
    expect(failure({ success: false, error: 'No.', data }).help).toMatchObject({
      truncated: true,
      outcome: 'unknown',
    });
  });

  it('keeps no other outcome of data that is too large to be cut', () => {
    const data = { text: 'x', outcome: 'x'.repeat(1_000_000) };
    expect(failure({ success: false, error: 'No.', data }).help).not.toHaveProperty('outcome');
  });
});
