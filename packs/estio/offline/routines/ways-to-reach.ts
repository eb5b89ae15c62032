import { normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { asksForListings } from '../requests.ts';
import { toldOfOneself, type ToldOfOneself } from '../told-of-oneself.ts';
import { logActivityTool } from '../../tools/log-activity.tool.ts';
import type { Wording } from '../../wording.ts';

/** "My mail is …", "you can reach me at …", "بريدي …"; a bare address is told, too. */
const OWN =
  /\b(?:my|our) (?:e ?mail|mail|address|phone|mobile|cell|number|whatsapp)\b|\b(?:reach|call|contact|text|write|mail|e ?mail|whatsapp|phone|send (?:it|that|them|everything)|confirm)(?: to)? (?:me|us)\b|\b(?:i am|i m|we are) (?:reachable|on whatsapp)\b|(?:^| )و?(?:بريدي|ايميلي|بريدنا|ايميلنا|رقمي|رقمنا|جوالي|هاتفي|موبايلي|تلفوني|راسلني|راسلوني|اتصلوا|كلموني)(?: |$)/;
/** What is said besides name, address and number. */
const MAX_WORDS_BESIDES = 12;
/** What is wanted besides is another tool's. */
const OTHERWISE =
  /\b(?:draft|letter|contract|offer|docusign|alert|remind|passport|sign|book|log|note)\b|اكتب|عقد|عرض|تنبيه|جواز|سجل|احجز/;
/** "Hi, my name is John Smith": nothing else is said. */
const GREETS =
  /^(?:(?:hi|hello|hey|good|morning|afternoon|evening|day|dear|sir|madam|all|there|by|the|way|and|yes|ok|okay|sure|well|so|please|thanks|thank|you|nice|to|meet|مرحبا|اهلا|السلام|عليكم|صباح|مساء|الخير|نعم|طيب|حسنا|شكرا|و)(?: |$))*$/;

/** A name, an e-mail address or a number that somebody tells of themselves is kept on their timeline, where the office finds it. */
export const waysToReach: OfflineRoutine = ({ message, calls, offered, byStaff, filled }) => {
  const { text, normalized } = message;
  if (byStaff || /[?؟]/.test(text)) return undefined;
  const told = toldOfOneself(text, OWN.test(normalized));
  if (!isKept(told, normalized)) return undefined;
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const made = calls.find(({ tool }) => tool === logActivityTool.name);
  if (made?.result?.success) return { reply: NOTED[language](told) };
  const { contactId } = filled(logActivityTool.name);
  if (made || contactId === undefined || !offered.includes(logActivityTool.name))
    return { reply: NOT_KEPT[language](told) };
  const summary = `${summaryOf(told)}, as told in the conversation`;
  return { calls: [{ tool: logActivityTool.name, arguments: { contactId, type: 'note', summary } }] };
};

function isKept({ name, ways, rest }: ToldOfOneself, normalized: string): boolean {
  const besides = normalizedWords(rest);
  if (OTHERWISE.test(besides.join(' ')) || asksForListings(rest)) return false;
  if (ways.length === 0) return name !== undefined && GREETS.test(besides.join(' '));
  return (
    besides.length <= MAX_WORDS_BESIDES && (OWN.test(normalized) || name !== undefined || besides.length <= 1)
  );
}

function summaryOf({ name, ways }: ToldOfOneself): string {
  if (ways.length === 0) return `Name: ${name}`;
  return `${name === undefined ? 'Can' : `${name} can`} be reached at ${ways.join(' and ')}`;
}

const NOTED: Record<Wording, (told: ToldOfOneself) => string> = {
  en: ({ name, ways }) =>
    `${name === undefined ? 'I' : `Thank you, ${name}. I`} have noted ${[...(name === undefined ? [] : ['your name']), ...ways].join(' and ')} on your record, where the office finds it.${ways.length > 0 ? ' Nothing was sent to it yet.' : ''}`,
  ar: ({ name, ways }) =>
    `${name === undefined ? '' : `شكرا ${name}. `}دونت ${[...(name === undefined ? [] : ['اسمك']), ...ways].join(' و')} في سجلك ليجده المكتب.${ways.length > 0 ? ' لم يُرسل شيء إليه بعد.' : ''}`,
};
const NOT_KEPT: Record<Wording, (told: ToldOfOneself) => string> = {
  en: ({ name, ways }) =>
    `I cannot keep ${ways.join(' and ') || name}, as this conversation belongs to no record of yours. Please give it to the office.`,
  ar: ({ name, ways }) =>
    `لا أستطيع حفظ ${ways.join(' و') || name} لأن المحادثة غير مرتبطة بسجل. أعطه للمكتب مباشرة.`,
};
