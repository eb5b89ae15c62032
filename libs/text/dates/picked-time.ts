import { normalizedWords } from '../normalize-text.ts';
import { DAY_WORDS, MONTH_WORDS, PARTS_OF_DAY } from './time-words.ts';

const list = normalizedWords;

const PLACES = list(
  `first second third fourth fifth last earliest soonest 1st 2nd 3rd 4th 5th
   الاول الاولي الثاني الثانيه الثالث الثالثه الرابع الرابعه الخامس الخامسه الاخير الاخيره ابكر الابكر اقرب الاقرب`,
);
const HOURS = list(
  `one two three four five six seven eight nine ten eleven twelve
   الواحده السادسه السابعه الثامنه التاسعه العاشره الحاديه عشره عشر`,
);
/** All words, besides the choice itself, with which somebody picks one of several times: "ok, the second one", "13:30 works". */
const AROUND = list(
  `yes ok okay great good fine perfect cool sure please then so i we he she they it let s lets would will can could like love ll d m
   take takes book prefer choose pick want go with for at on in the a that this is be do does work works suit suits sound sounds
   best better me us him her them my our one time slot number option viewing am pm o clock half quarter past to thanks thank you
   say make how what about around rather instead maybe perhaps
   حسنا نعم طيب تمام ممتاز احجز احجزه احجزها احجزي ساخذ اخذ ناخذ اختار نختار اريد نريد افضل نفضل خلينا خليها خله خلها نخليها نقول لنقل اجعلها حوالي ليكن فليكن اوكي ماشي مناسب جيد
   الساعه موعد الموعد رقم يوم في علي هذا ذلك هو لي لنا يناسبني يناسبنا يناسب تناسبني النصف نصف الربع ربع من فضلك لو سمحت شكرا بدلا ربما`,
);
const PICKING = new Set([
  ...DAY_WORDS,
  ...MONTH_WORDS,
  ...PARTS_OF_DAY,
  'بعد',
  ...PLACES,
  ...HOURS,
  ...AROUND,
]);
const CHOICE = new Set([
  ...DAY_WORDS,
  ...PARTS_OF_DAY,
  'بعد',
  ...PLACES,
  ...HOURS,
  ...list('that this هذا ذلك'),
]);

const withoutPrefix = (word: string) => word.replace(/^[وبفل](?=ال|نصف)/, '');

/** A message that does no more than pick one of the times that were named before, by place, day or hour. */
export function picksTime({ normalized }: { normalized: string }): boolean {
  const words = normalized.split(' ').filter(Boolean).map(withoutPrefix);
  return (
    words.some((word) => /\d/.test(word) || CHOICE.has(word)) &&
    words.every((word) => PICKING.has(word) || /^\d{1,2}(?:[:.][0-5]\d)?(?:am|pm|st|nd|rd|th)?$/.test(word))
  );
}
