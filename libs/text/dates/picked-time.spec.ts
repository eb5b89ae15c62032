import { normalizeText } from '../normalize-text.ts';
import { picksTime } from './picked-time.ts';

const picks = (text: string) => picksTime({ normalized: normalizeText(text) });

describe('a message that picks one of several times', () => {
  it.each([
    'the second one',
    'ok, the last one please',
    'Tuesday works',
    "let's do Wednesday afternoon",
    '13:30 is fine',
    '10.30 then',
    'thursday, 10.30',
    'let us say 10:30',
    'make it 11',
    'rather at 4',
    'نقول ١٠:٣٠',
    '2',
    'half past two',
    'the 20th at 11',
    "I'll take the earliest",
    'الثاني',
    'الموعد الثاني لو سمحت',
    'الثلاثاء يناسبني',
    'يوم الأربعاء عصرا',
    'الساعة الحادية عشرة والنصف',
    'خلينا بالثلاثاء',
  ])('%s', (text) => expect(picks(text)).toBe(true));

  it.each([
    '',
    'yes please',
    'not the second one',
    'the first or the second',
    'tell me about the second one',
    'Tuesday is a holiday',
    'Tuesday is no good',
    'two bedrooms',
    '3.75 then',
    'say something',
    'لا يناسبني الثلاثاء',
    'شكرا',
  ])('not: %s', (text) => expect(picks(text)).toBe(false));
});
