import { numberSetting } from './number-setting.ts';

describe('a number setting', () => {
  const read = (text: string | undefined) =>
    numberSetting({ get: () => text }, 'MODEL_ROUNDS', { fallback: 5, min: 1, max: 50 });

  it.each([
    ['3', 3],
    [' 7 ', 7],
    ['50', 50],
  ])('takes %j', (text, expected) => expect(read(text)).toBe(expected));

  it.each([undefined, '', 'five', '0', '51', '-1', '2.5', 'NaN', '1e9', '9999999999'])(
    'keeps the default for %j',
    (text) => expect(read(text)).toBe(5),
  );
});
