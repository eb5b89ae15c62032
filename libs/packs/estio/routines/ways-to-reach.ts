import { normalizedWords, type OfflineRoutine } from '#tools';
import { logActivityTool } from '../tools/log-activity.tool.ts';

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const PHONE = /(?<![\p{L}\p{N}-])\+?\d(?:[\s-]?\d){7,14}(?![\p{L}\d])/u;
/** "My mail is …", "you can reach me at …", "بريدي …"; a bare address is told, too. */
const OWN =
  /\b(?:my|our) (?:e ?mail|mail|address|phone|mobile|cell|number|whatsapp)\b|\b(?:reach|call|contact|text|write|mail|e ?mail|whatsapp|phone|send (?:it|that|them|everything)|confirm)(?: to)? (?:me|us)\b|\b(?:i am|i m|we are) (?:reachable|on whatsapp)\b|(?:^| )و?(?:بريدي|ايميلي|بريدنا|ايميلنا|رقمي|رقمنا|جوالي|هاتفي|موبايلي|تلفوني|راسلني|راسلوني|اتصلوا|كلموني)(?: |$)/;
const MAX_WORDS = 14;
/** What is wanted besides is another tool's. */
const OTHERWISE =
  /\b(?:draft|letter|contract|offer|docusign|alert|remind|passport|sign|book|log|note)\b|اكتب|عقد|عرض|تنبيه|جواز|سجل|احجز/;

/** An e-mail address or a number that somebody tells of themselves is kept on their timeline, where the office finds it. */
export const waysToReach: OfflineRoutine = ({ message, calls, offered, byStaff, filled }) => {
  const { text, normalized, language } = message;
  if (byStaff || /[?؟]/.test(text) || OTHERWISE.test(normalized)) return undefined;
  const told = EMAIL.exec(text)?.[0] ?? (OWN.test(normalized) ? PHONE.exec(text)?.[0].trim() : undefined);
  const words = normalizedWords(text);
  if (told === undefined || words.length > MAX_WORDS || !(OWN.test(normalized) || words.length <= 2))
    return undefined;
  const arabic = language === 'ar';
  const made = calls.find(({ tool }) => tool === logActivityTool.name);
  if (made?.result?.success)
    return {
      reply: arabic
        ? `دونت ${told} في سجلك ليجده المكتب. لم يُرسل شيء إليه بعد.`
        : `I have noted ${told} on your record, where the office finds it. Nothing was sent to it yet.`,
    };
  const { contactId } = filled(logActivityTool.name);
  if (made || contactId === undefined || !offered.includes(logActivityTool.name))
    return {
      reply: arabic
        ? `لا أستطيع حفظ ${told} لأن المحادثة غير مرتبطة بسجل. أعطه للمكتب مباشرة.`
        : `I cannot keep ${told}, as this conversation belongs to no record of yours. Please give it to the office.`,
    };
  return {
    calls: [
      {
        tool: logActivityTool.name,
        arguments: {
          contactId,
          type: 'note',
          summary: `Can be reached at ${told}, as told in the conversation`,
        },
      },
    ],
  };
};
