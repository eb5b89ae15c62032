import { choice, fraction, nameList, settingText, timeZone, wholeNumberSetting } from './read-setting.ts';

const settings = (text: string | undefined, behind?: string) => ({ get: () => text, behind: () => behind });

describe('a whole number of the settings', () => {
  const read = (text: string | undefined, behind?: string) =>
    wholeNumberSetting(settings(text, behind), 'MODEL_ROUNDS');

  it.each([
    ['3', 3],
    [' 7 ', 7],
    ['50', 50],
  ])('is %j', (given, expected) => expect(read(given)).toBe(expected));

  it.each([undefined, '', 'five', '0', '51', '-1', '2.5', 'NaN', '1e9', '9999999999'])(
    'is the default for %j, and what the deployment says where it says something',
    (given) => {
      expect(read(given)).toBe(5);
      expect(read(given, '9')).toBe(9);
      expect(read(given, 'many')).toBe(5);
    },
  );
});

it('reads fractions, names, choices, texts and time zones of the settings', () => {
  expect(fraction(settings('0.5'), 'TOOL_SEARCH_MIN_SCORE')).toBe(0.5);
  for (const given of ['1.5', '-0.1', '1e-3', '0,5', 'Infinity'])
    expect(fraction(settings(given), 'TOOL_SEARCH_MIN_SCORE')).toBe(0.3);
  expect(choice(settings('yes'), 'ANALYSTS_READ_TEXTS')).toBe('yes');
  for (const given of [undefined, 'true', 'YES'])
    expect(choice(settings(given), 'ANALYSTS_READ_TEXTS')).toBe('no');
  expect(nameList(settings(' a, b  a,,c'), 'TOOL_APPROVALS')).toEqual(['a', 'b', 'c']);
  expect(nameList(settings(undefined), 'TOOL_APPROVALS')).toEqual([]);
  expect(choice(settings('omit'), 'SPAN_TEXTS')).toBe('omit');
  expect(choice(settings('OMIT', 'mask'), 'SPAN_TEXTS')).toBe('mask');
  expect(choice(settings(undefined), 'SPAN_TEXTS')).toBe('store');
  expect(settingText(settings(undefined), 'VISION_MODEL')).toBeUndefined();
  expect(settingText(settings(' model-1 '), 'VISION_MODEL')).toBe('model-1');
  expect(timeZone(settings('Mars/Olympus', 'Asia/Nicosia'), 'ORG_TIMEZONE')).toBe('Asia/Nicosia');
});
