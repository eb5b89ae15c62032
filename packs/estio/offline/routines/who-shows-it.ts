import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { momentName, type Wording } from '../../wording.ts';

/** "Who will show it?", "which agent is coming?", "مين راح يفرجنا البيت؟". */
const WHO_SHOWS = anySpelling(
  /\b(?:who|whom|which agent|what agent)\b(?:'s|’s|'ll|’ll)?(?: \S+){0,4}? (?:shows?|showing|meets?|meeting|accompan\w+|coming|comes?|be there|takes? (?:me|us)|taking (?:me|us)|guid(?:e|es|ing))\b|(?<!\p{L})(?:من|مين|منو|أي وكيل)(?: \S+){0,2} (?:س|راح |رح |بده )?(?:ي|ت)(?:عرض|فرج|وري|قابل|ستقبل|رافق|ستقبلن|لتقي)\p{L}*/iu,
);
const OTHERWISE = /\b(?:owns?|owner|sells?|pays?|lives?|built|told|said)\b|مالك|يملك|يدفع/i;
const MAX_WORDS = 10;

interface Booked {
  startsAt: string;
  timezone: string;
  agent: { name: string };
}

/** Who shows a home is told from the booking; before there is one, how it is found out. */
export const whoShowsIt: OfflineRoutine = ({ message, earlier, calls }) => {
  const { text, language } = message;
  if (calls.length > 0 || !WHO_SHOWS.test(text) || OTHERWISE.test(text)) return undefined;
  if (normalizedWords(text).length > MAX_WORDS) return undefined;
  const wording: Wording = language === 'ar' ? 'ar' : 'en';
  const booked = earlier.findLast(({ tool, result }) => tool === 'schedule_viewing' && result?.success);
  if (!booked?.result) return { reply: NOT_BOOKED[wording] };
  const { agent, startsAt, timezone } = booked.result.data as Booked;
  return { reply: BOOKED[wording](agent.name, momentName(new Date(startsAt), timezone, wording)) };
};

const BOOKED = {
  en: (agent: string, when: string) => `${agent} shows it: ${when}.`,
  ar: (agent: string, when: string) => `${agent}، يوم ${when}.`,
};
const NOT_BOOKED = {
  en: 'An agent of the office shows it: your own where you have one, otherwise who is free at that time. Name a day, for example “can I see it on Thursday?”, and I tell you who has time.',
  ar: 'يعرضه أحد وكلاء المكتب: وكيلك إن كان لك وكيل، وإلا فمن كان وقته متاحا. اذكر يوما، مثلا «هل يمكنني معاينته يوم الخميس؟»، فأخبرك من لديه وقت.',
};
