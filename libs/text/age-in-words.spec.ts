import { ageInWords } from './age-in-words.ts';

it.each([
  [0, 'today', 'اليوم'],
  [1, 'yesterday', 'أمس'],
  [2, '2 days ago', 'قبل يومين'],
  [3, '3 days ago', 'قبل 3 أيام'],
  [10, '10 days ago', 'قبل 10 أيام'],
  [11, '11 days ago', 'قبل 11 يوما'],
  [99, '99 days ago', 'قبل 99 يوما'],
  [100, '100 days ago', 'قبل 100 يوم'],
  [103, '103 days ago', 'قبل 103 أيام'],
  [211, '211 days ago', 'قبل 211 يوما'],
  [401, '401 days ago', 'قبل 401 يوم'],
])('%i days: %s, %s', (days, english, arabic) => {
  expect(ageInWords(days, 'en')).toBe(english);
  expect(ageInWords(days, 'ar')).toBe(arabic);
});
