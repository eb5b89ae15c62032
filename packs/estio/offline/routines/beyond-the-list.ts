import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { BOOK_IT, WHICH_ONE } from '../times-told.ts';
import type { Wording } from '../../wording.ts';

const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)`;
const HOME = '(?:one|option|flat|apartment|house|villa|townhouse|studio|home|property|listing|place)';
/** "The second one", "number 3", "الثانية": an entry of a list is meant, and no floor, week or hour. */
const PICKS = new RegExp(
  [
    String.raw`\b${ORDINAL} ${HOME}\b`,
    String.raw`\b(?:the|about|see|and) ${ORDINAL}$`,
    String.raw`\b(?:number|option|no) (?:\d{1,2}|one|two|three|four|five)\b`,
    String.raw`(?:^| )و?(?:ال|بال|لل)?(?:اولي|ثانيه|ثالثه|رابعه|خامسه|اخيره|اول|ثاني|ثالث|رابع|خامس|اخير)(?: |$)`,
    String.raw`(?:^| )(?:رقم|الخيار) `,
  ].join('|'),
);
const OTHERWISE =
  /\b(?:floor|week|month|year|time|times|day|viewing|offer|step|payment|instal?ment|name|bedroom)\b|صباحا|مساء|عصرا|ظهرا|طابق|دور|اسبوع|شهر|سنه|مره|ساعه|الساعه|يوم|دفعه|قسط|اسم/;
const ENTRY = /^\d+\. .*\((?:prop-\d+|CY-[A-Z]{2,3}-\d+)\)/gm;

/** "The second one" of a single match, or of nothing: what was listed is said, rather than nothing. */
export const beyondTheList: OfflineRoutine = (turn) => {
  const { message, calls, place, picked, replied } = turn;
  if (calls.length > 0 || place === undefined || !picksAnEntry(message)) return undefined;
  // Times were told last, not homes.
  if (isOfTimes(replied.at(-1) ?? '')) return undefined;
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const listed = entriesToldLast(turn);
  if (listed === undefined) return { reply: NONE_YET[language] };
  if (listed.length === 0) return { reply: NOTHING_FOUND[language] };
  if (picked !== undefined || place < listed.length) return undefined;
  const [only] = listed;
  return listed.length === 1
    ? { reply: `${ONLY_ONE[language]}\n${only}` }
    : { reply: ONLY_SO_MANY[language](listed.length) };
};

function picksAnEntry({ normalized }: OfflineMessage): boolean {
  return PICKS.test(normalized) && !OTHERWISE.test(normalized);
}

function isOfTimes(reply: string): boolean {
  return [WHICH_ONE, BOOK_IT].some(({ en, ar }) => reply.includes(en) || reply.includes(ar));
}

/** The lines that were told last: none where all searches found nothing; undefined where nothing was searched for. */
function entriesToldLast({ earlier, replied }: RoutineTurn): string[] | undefined {
  const search = earlier.findLast(({ tool, result }) => tool === 'search_properties' && result?.success);
  const told = replied.map((reply) => reply.match(ENTRY) ?? []).findLast((lines) => lines.length > 0);
  if (!search) return told;
  return (search.result?.data as { total?: number } | undefined)?.total === 0 ? (told ?? []) : told;
}

export const NONE_YET = {
  en: 'I have not listed any homes yet. Say for example “two-bedroom flat in Paphos under 200k”, and I look.',
  ar: 'لم أعرض عليك أي عقار بعد. قل مثلا «شقة للبيع في بافوس بحدود 200 ألف» فأبحث.',
};
export const NOTHING_FOUND = {
  en: 'Nothing was found for your last search, so there is none to pick. Name another place, price or number of bedrooms, and I look again.',
  ar: 'لم يوجد شيء في بحثك الأخير، فليس هناك ما تختار منه. غير المنطقة أو السعر أو عدد الغرف لأبحث من جديد.',
};
const ONLY_ONE = { en: 'There was only one:', ar: 'كان هناك عقار واحد فقط:' };
const ONLY_SO_MANY = {
  en: (entries: number) => `I named only ${entries}. Pick one of them, or say “more” for those behind them.`,
  ar: (entries: number) => `ذكرت ${entries} فقط. اختر واحدا منها، أو قل «المزيد» لما بعدها.`,
};
