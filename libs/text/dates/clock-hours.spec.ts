import { hoursInDigits, minutesInArabic } from './clock-hours.ts';
import { normalizeText } from '../normalize-text.ts';

it.each([
  ['يوم الأحد الساعة العاشرة صباحا', '10'],
  ['الساعة الحادية عشرة', '11'],
  ['الساعة الثانية عشرة ظهرا', '12'],
  ['بالساعة الثانية', '2'],
  ['يوم الاثنين العاشرة والنصف صباحا', '10'],
  ['الثامنة مساء', '8'],
  ['الساعة خمسة', '5'],
])('%s has its hour in digits', (text, hour) =>
  expect(hoursInDigits(normalizeText(text))).toMatch(new RegExp(`ساعه ${hour}(?: |$)`)),
);

it.each(['الثانية', 'أخبرني عن الثانية', 'شقة بخمسة غرف', 'الغرفة الثالثة', 'عشرة أيام'])(
  '%s names no hour',
  (text) => expect(hoursInDigits(normalizeText(text))).toBe(normalizeText(text)),
);

it.each([
  ['الساعة العاشرة والنصف', 30],
  ['الساعة العاشرة و نص', 30],
  ['الساعة العاشرة والربع', 15],
  ['الساعة العاشرة إلا ربعا', -15],
  ['الساعة العاشرة', 0],
  // Wednesday is folded to "الاربعا", and takes no quarter off.
  ['الأربعاء الساعة العاشرة', 0],
])('%s: %s minutes', (text, minutes) => expect(minutesInArabic(normalizeText(text))).toBe(minutes));
