import { phoneIn } from './wished-call.ts';

it.each([
  ['call me on 99123456', '99123456'],
  ['+357 99 123456', '+357 99 123456'],
  ['we start on 12/05/2026', undefined],
  ['from 2026-05-12 on', undefined],
  ['between 10000 - 20000 a year', undefined],
])('%s has the number %s', (text, phone) => expect(phoneIn(text)).toBe(phone));
