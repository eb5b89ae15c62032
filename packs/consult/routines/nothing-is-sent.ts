import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';

/** What was written is to go somewhere: to an address, by mail, to a colleague. */
const ASKS_TO_SEND = anySpelling(
  /^(?:(?:ok|okay|great|good|now|and|please|can|could|would|will|you|just)[\s,]+)*(?:send|forward|e-?mail|mail|cc)\s+(?:(?:it|this|that|them|these)(?=\s*(?:$|[.!?,]|(?:to|by|over|via|as|now|please|for|out|off|and|then|today|right)\b))|(?:the|that|this) (?:memo|summary|proposal|draft|syllabus|plan|diagram|mail|e-?mail|letter))\b|^(?:(?:طيب|حسنا|من فضلك|هل|ممكن|يمكنك)[\s،]+)*(?:أرسله|أرسلها|أرسل (?:هذا|هذه|المذكرة|الملخص|العرض|البريد|المسودة)|ابعثه|ابعثها)(?!\p{L})/iu,
);

/** Nothing leaves this conversation by itself: drafts are for the visitor to send. */
export const sendsNothing: OfflineRoutine = ({ agent, message, calls }) => {
  if (agent === 'admin' || calls.length > 0 || !ASKS_TO_SEND.test(message.text)) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? 'لا أستطيع إرسال شيء من هنا، ولم أرسل شيئا: ما كُتب يبقى في هذه المحادثة، ويمكنك نسخه وإرساله بنفسك.'
        : 'I cannot send anything from here, and I have sent nothing: what was written stays in this conversation, for you to copy and send.',
  };
};
