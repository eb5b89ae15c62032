import { wholeInput } from './model-input.ts';

const first = { system: 'Now: Monday.', messages: ['Hello', 'look'] };
const second = { continues: 'a', messages: ['found'] };
const stored = (inputs: Record<string, unknown>) =>
  new Map(Object.entries(inputs).map(([span, input]) => [span, JSON.stringify(input)]));
const whole = (messages: string[]) => ({ system: 'You help.\n\nNow: Monday.', messages });
const beside = (input: unknown) => ({ prompt: 'You help.', input });

describe('the input of a model call', () => {
  it.each([
    ['of the first call', first, {}, whole(['Hello', 'look'])],
    ['of the second call', second, { a: first }, whole(['Hello', 'look', 'found'])],
    [
      'of the third call',
      { continues: 'b', messages: ['and'] },
      { a: first, b: second },
      whole(['Hello', 'look', 'found', 'and']),
    ],
    ['whose start is missing', second, {}, beside(second)],
    ['whose start was cut', second, { a: '{"system":"Now' }, beside(second)],
    ['that continues itself', second, { a: { continues: 'a', messages: [] } }, beside(second)],
    ['that is no request', ['other'], {}, beside(['other'])],
  ])('%s is whole where its parts are known', (_name, input, inputs, expected) => {
    expect(wholeInput({ prompt: 'You help.', input: JSON.stringify(input) }, stored(inputs))).toEqual(
      expected,
    );
  });
});
