import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { checkSetting } from './check-setting.ts';
import { platformSettings, type SettingName } from './setting-catalogue.ts';
import { defaultOf } from './setting-definition.ts';

const check = (name: SettingName, text: string) => checkSetting(platformSettings[name], text);
const all = Object.keys(platformSettings) as SettingName[];

it.each<[SettingName, string, string]>([
  ['MODEL_ROUNDS', ' 07 ', '7'],
  ['TOOL_SEARCH_MIN_SCORE', '.50', '0.5'],
  ['TOOL_APPROVALS', 'store_insight request_feature,store_insight', 'store_insight,request_feature'],
  ['MAIL_TRANSPORT', 'smtp', 'smtp'],
  ['MAIL_FROM', ' Agency <office@example.com> ', 'Agency <office@example.com>'],
  ['WEBHOOK_URL', 'https://hooks.example.com/a?b=c', 'https://hooks.example.com/a?b=c'],
  ['ORG_TIMEZONE', 'Asia/Nicosia', 'Asia/Nicosia'],
  ['SMTP_URL', 'smtps://u:p@mail.example.com', 'smtps://u:p@mail.example.com'],
])('%s takes %j', (name, text, value) => expect(check(name, text)).toEqual({ value }));

it.each<[SettingName, string, string]>([
  ['MODEL_ROUNDS', '51', 'a whole number from 1 to 50'],
  ['MODEL_ROUNDS', '2.5', 'a whole number from 1 to 50'],
  ['TOOL_BROKER_MIN_RATE', '0', 'a number from 0.01 to 1'],
  ['TOOL_APPROVALS', '  , ', 'names with commas'],
  ['TOOL_APPROVALS', 'a-b', 'names with commas'],
  ['MAIL_TRANSPORT', 'SMTP', 'one of outbox, smtp, disabled'],
  ['MAIL_FROM', 'a\nbcc: b', 'one line of 1 to 320 characters'],
  ['WEBHOOK_URL', 'ftp://x', 'an absolute http or https URL without user name and password'],
  ['WEBHOOK_URL', 'https://u:p@x', 'without user name and password'],
  ['ORG_TIMEZONE', '+02:00', 'an IANA time zone'],
  ['SMTP_URL', 'https://mail.example.com', 'an absolute smtp or smtps URL'],
  ['SMTP_URL', '', 'a secret of 1 to'],
])('%s refuses %j', (name, text, expected) =>
  expect(check(name, text)).toEqual({ expected: expect.stringContaining(expected) as string }),
);

it('every default fits its own setting', () => {
  for (const name of all) {
    const fallback = defaultOf(platformSettings[name]);
    if (fallback !== undefined) expect([name, check(name, fallback)]).toEqual([name, { value: fallback }]);
  }
});

it('the stored form of a valid value is valid', () => {
  forAll(
    100,
    fc.constantFrom(...all),
    fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.integer().map(String)),
    (name, text) => {
      const checked = check(name, text);
      if ('value' in checked) expect(check(name, checked.value)).toEqual(checked);
    },
  );
});
