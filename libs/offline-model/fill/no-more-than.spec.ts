import { readMoneyFill } from './money.ts';

it.each([
  ['ما عندي غير 250 ألف، أريد شقة في لارنكا', 250_000],
  ['ما عندنا أكثر من 300 ألف', 300_000],
  ['ما عندنا إلا 250 ألف يورو للشقة', 250_000],
  ['ميزانيتي مش أكثر من 250 ألف', 250_000],
  ['لم يعد عندي أكثر من 250 ألف', 250_000],
  ['لا أريد أن أدفع أكثر من 250 ألف', 250_000],
  ['ما معي سوى 250 ألف', 250_000],
  ['We can no longer spend more than 300k', 300_000],
  ["I can't spend more than 300k", 300_000],
  ["we don't want to go over about 300k", 300_000],
  ["my budget isn't more than 300k", 300_000],
])('%s is the most that is to be spent', (text, expected) => {
  expect(readMoneyFill(text, { bound: 'max' })).toBe(expected);
  expect(readMoneyFill(text, { bound: 'min' })).toBeUndefined();
});

it.each([
  ['more than 300k', 300_000],
  ["it isn't a problem to spend more than 300k", 300_000],
  ["don't you have anything over 300k?", 300_000],
  ['ما عندنا مشكلة بأكثر من 250 ألف', 250_000],
  ['ميزانيتي مش أقل من 200 ألف', 200_000],
  ["more than 200k, but I can't go above 300k", 200_000],
])('%s is the least', (text, expected) => {
  expect(readMoneyFill(text, { bound: 'min' })).toBe(expected);
});

it.each(['ما عندي 300 ألف', "we don't have 300k any more"])('%s is none', (text) => {
  expect(readMoneyFill(text, { bound: 'max', lone: true })).toBeUndefined();
});
