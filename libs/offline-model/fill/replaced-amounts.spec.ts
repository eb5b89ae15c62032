import { readMoneyFill, type MoneyFill } from './money.ts';

const most: MoneyFill = { bound: 'max', lone: true };

describe('an amount that another one takes the place of', () => {
  it.each([
    ["my budget isn't 300k any more, it's 340k", 340_000],
    ['my budget isn’t 300k anymore, it’s 340k now', 340_000],
    ['my budget is not 300k but 340k', 340_000],
    ['not 300k but 340k', 340_000],
    ['340k, not 300k', 340_000],
    ['340k instead of 300k', 340_000],
    ['instead of 300k, 340k please', 340_000],
    ['my ceiling is 340k rather than 300k', 340_000],
    ['budget no longer 300k, 340k now', 340_000],
    ['no longer up to €300,000 but up to €340,000', 340_000],
    ['I can no longer spend 300k, 280k at most', 280_000],
    ["we don't have 300k any more, only 280k", 280_000],
    ['my budget was 300k, now it is 340k', 340_000],
    ['it used to be 300k, now 340k', 340_000],
    ['my budget is 300k, sorry, 340k', 340_000],
    ['budget 300k, no wait, 340k', 340_000],
    ['under 300k, actually 340k', 340_000],
    ['my budget went up from 300k to 340k', 340_000],
    ['we raised our budget from 300 to 340k', 340_000],
    ["my budget isn't 300k, it's 340", 340_000],
    ['up to 300k, I mean 340', 340_000],
    ['forget the 300k, we have 340k', 340_000],
    ['ميزانيتي ليست 300 ألف بل 340 ألف', 340_000],
    ['ميزانيتي مو ٣٠٠ ألف، ٣٤٠ ألف', 340_000],
    ['ميزانيتي 340 ألف بدل 300 ألف', 340_000],
    ['340 ألف بدلا من 300 ألف', 340_000],
    ['بدل 300 ألف خليها 340 ألف', 340_000],
    ['ميزانيتي 340 ألف وليس 300 ألف', 340_000],
    ['ميزانيتي لم تعد 300 ألف، صارت 340 ألف', 340_000],
    ['ميزانيتي كانت 300 ألف والآن 340 ألف', 340_000],
    ['ميزانيتي 300 ألف، عفوا، 340 ألف', 340_000],
    ['رفعنا الميزانية من 300 إلى 340 ألف', 340_000],
  ])('%s', (text, expected) => {
    expect(readMoneyFill(text, most)).toBe(expected);
    expect(readMoneyFill(text, { bound: 'min' })).toBeUndefined();
    expect(readMoneyFill(text, { bound: 'any' })).toBe(expected);
  });

  it('alone leaves none', () => {
    expect(readMoneyFill("my budget isn't 300k any more", most)).toBeUndefined();
    expect(readMoneyFill('ميزانيتي لم تعد 300 ألف', most)).toBeUndefined();
  });

  it('keeps its bound, and the other one', () => {
    const text = 'between 200k and 300k, sorry, 340k';
    expect(readMoneyFill(text, most)).toBe(340_000);
    expect(readMoneyFill(text, { bound: 'min' })).toBe(200_000);
    expect(readMoneyFill('not over 300k but over 200k', { bound: 'min' })).toBe(200_000);
    expect(readMoneyFill('at least 150k, no, 180k', { bound: 'min' })).toBe(180_000);
    expect(readMoneyFill('lowered my minimum from 200k to 180k', { bound: 'min' })).toBe(180_000);
  });
});

it.each<[string, number]>([
  ['Offer 400k on deal-002, no conditions, the list price is 429k', 400_000],
  ['Counter at 432,000 on deal-002, no discount, minimum 425k', 432_000],
  ['Offer 1,200 a month on deal-002, no pets, 1,100 deposit', 1_200],
  ['قدم عرضا بقيمة 400 ألف على deal-002، بدون شروط، لا وسيط، والعربون 40 ألف', 400_000],
  ['The price is 300k, actually we only have 90k for the deposit: what is the monthly payment?', 300_000],
  ['Offer 400k on deal-002, sorry for the delay, the asking price is 429k', 400_000],
  ['Counter at 432,000 on deal-002, no 5k discount', 432_000],
  ['Offer 400k on deal-002, sorry, 429k is the list price', 400_000],
  ['Offer 400k on deal-002, no, 40k deposit', 400_000],
  ['Offer 400k for house no. 400 on deal-002', 400_000],
  ['قدم عرضا بقيمة 400 ألف على deal-002، آسف على التأخير، السعر المعلن 429 ألف', 400_000],
])('%s offers what is named first', (text, expected) => {
  expect(readMoneyFill(text, { bound: 'any', lone: true })).toBe(expected);
});

it.each<[string, number]>([
  ['Offer 400k on deal-002, no wait, make it 420k', 420_000],
  ['Offer 400k on deal-002, sorry, about €420,000', 420_000],
  ['Offer 400k on deal-002, no, 420k. The list price is 429k', 420_000],
  ['قدم عرضا بقيمة 400 ألف على deal-002، لا، قصدي 420 ألف', 420_000],
  ['قدم عرضا بقيمة 400 ألف على deal-002، عفوا خليها 420 ألف', 420_000],
])('%s offers what is named instead', (text, expected) => {
  expect(readMoneyFill(text, { bound: 'any', lone: true })).toBe(expected);
});

it('a range takes the place of a range', () => {
  const text = 'between 200k and 300k, sorry, between 250k and 350k';
  expect(readMoneyFill(text, { bound: 'min' })).toBe(250_000);
  expect(readMoneyFill(text, most)).toBe(350_000);
});

it.each<[string, MoneyFill, number]>([
  ['not more than 300k', most, 300_000],
  ['not over 300k and not under 200k', most, 300_000],
  ['my budget was 300k', most, 300_000],
  ['from 300k to 340k', { bound: 'min' }, 300_000],
  ['sorry, my budget is 300k', most, 300_000],
  ['at least 100k and no more than 150k', { bound: 'min' }, 100_000],
  ['Offer 415k, no more than 420k', { bound: 'any' }, 415_000],
  ['لا يزيد عن 300 ألف', most, 300_000],
  ['200,000 with a 40k deposit', { bound: 'any', notNear: ['deposit'] }, 200_000],
])('%s takes nothing back', (text, fill, expected) => {
  expect(readMoneyFill(text, fill)).toBe(expected);
});
