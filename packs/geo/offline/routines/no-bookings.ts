import { anySpelling } from '#text';
import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { findUnitsByBudget, homeLine } from '../../tools/find-units-by-budget.tool.ts';
import type { UnitsResult } from '../../schema/results.ts';
import { languageOf } from '../../tools/wording.ts';
import { pickedOf } from './picked-entry.ts';

const DAY = String.raw`(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week(?:end)?|morning|afternoon|evening|noon|\d{1,2} ?(?:am|pm)|\d{1,2}:\d{2})`;
const HOME = String.raw`(?:it|one|this|that|them|these|those|(?:the |a |an |this |that )?(?:\w+ )?(?:flat|apartment|villa|house|home|studio|townhouse|unit|place|property|one))`;
/** Between a home and the day on which it is to be seen: "figures of today" are seen on none. */
const LINK = '(?:please|maybe|on|at|by|around|in|the|this|next|coming|early|late|in person)';
/** What is done with a home besides looking at figures: it is booked, seen, applied for, bought. */
const ARRANGES = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:book|(?<!\b(?:nature|wildlife|game|the|a) )reserve)\b|\b(?:arrange|schedule|organi[sz]e|set up|fix) (?:(?:me|us|for|a|an|the) )*(?:it|this|that|one|visit|tour|meeting|call)\b`,
      String.raw`(?<!\bhow many )\b(?:viewings?|appointments?|reservations?|site visits?)\b`,
      String.raw`\b(?:view|visit|see|tour|inspect|come and see|take me to|show me) (?!this (?:week|weekend|morning|afternoon|evening)\b)${HOME}(?: ${LINK})* ${DAY}\b`,
      String.raw`\b(?:can|could|may|want to|would like to|like to|when can) (?:(?:i|we) )?(?:view|visit|tour|inspect) ${HOME}\b`,
      String.raw`\b(?:put|make|pay|leave|place) (?:down )?(?:a|an|the|my) (?:deposit|offer|bid|booking)\b`,
      String.raw`\b(?:i ll|i will|we ll|we will|let me|want to|like to) (?:take|rent|buy|have|lease) (?:it|this|that|this one|that one|the (?:first|second|third|last)(?: one)?)$`,
      String.raw`\b(?:contact|call|phone|speak (?:to|with)|talk (?:to|with)|number of|details of) (?:the |an? )?(?:agent|broker|landlord|owner|lister)\b`,
      String.raw`\bapply for (?:it|this|that|one|the)\b|\bsign (?:a |the )?(?:lease|contract)\b`,
      'احجز|حجز|تحجز|معاينة|أعاين|أزورها|زيارتها|زيارته|أشوفها|أستأجرها|عربون|موعدا|موعد(?= (?:لل?معاين|معاين|لل?زيار|زيار|مع |غدا|يوم|اليوم|بكر))|(?:حدد|أحدد|نحدد|رتب|أرتب|خذ|أريد|ابغى|أبغى) (?:لي |لنا )?موعد|(?:رقم|تواصل مع|اتصل ب|أكلم) ?(?:وسيط|وكيل|مالك|سمسار|مؤجر)',
    ].join('|'),
    'iu',
  ),
);

/** Nothing is booked, shown or signed here: it is said to be so, with what is known of the home that is meant. */
export const noBookings: OfflineRoutine = (turn) => {
  const { message, calls } = turn;
  if (calls.length > 0 || !ARRANGES.test(message.normalized)) return undefined;
  const language = languageOf(message);
  const home = homeMeant(turn);
  return {
    reply: [
      NOT_HERE[language],
      ...(home === undefined ? [] : [`${KEEP[language]} ${home}`]),
      CAN[language],
    ].join('\n'),
  };
};

/** The one that the message picks out of the last list, or the only one of it. */
function homeMeant(turn: RoutineTurn): string | undefined {
  const { message, earlier } = turn;
  const last = earlier.findLast(({ result }) => result?.success);
  if (last?.tool !== findUnitsByBudget.name || !last.result?.success) return undefined;
  const { units } = last.result.data as UnitsResult;
  const picked = pickedOf(turn, units.length) ?? (units.length === 1 ? 0 : undefined);
  const unit = picked === undefined ? undefined : units[picked];
  return unit && homeLine(unit, message);
}

const NOT_HERE = {
  en: 'I cannot book, show or sign for a home: I have figures of the market, and no calendar, agent or owner to turn to.',
  ar: 'لا أستطيع حجز عقار أو ترتيب معاينة أو توقيع: لدي أرقام السوق فقط، دون مواعيد أو وسطاء أو ملاك.',
};
const KEEP = {
  en: 'To ask for it elsewhere, its number and what is known of it:',
  ar: 'للسؤال عنه لدى غيري، رقمه وما يُعرف عنه:',
};
const CAN = {
  en: 'What I can do: list homes to rent within a yearly budget, for example “one bedroom in Al Reef up to 60k”, and tell what was sold, for how much, and the housing stock by district.',
  ar: 'ما أستطيعه: عرض وحدات للإيجار ضمن ميزانية سنوية، مثلا «شقة بغرفة نوم في الريف حتى 60 ألف»، وذكر ما بيع وبكم والمعروض السكني حسب المنطقة.',
};
