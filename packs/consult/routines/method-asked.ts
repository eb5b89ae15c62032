import type { OfflineRoutine } from '#pack-kit';
import { safeReply } from '../policies/sales-constraint.ts';

const SOLVES = String.raw`(?:build|make|fix|create|set up|automate|implement|solve|develop|program|code|write|do|run|handle|try|replace|get)`;
const THEMSELVES = String.raw`(?:ourselves|myself|themselves|(?:on|by) (?:our|my|its|their) own(?! (?:servers?|machines?|computers?|data|documents|cloud|hardware|system|systems|premises|terms|site|office|offices)(?!\p{L}))|by (?:ourselves|myself)|in ?house|without you)`;
const ASSISTANTS = String.raw`(?:chat ?gpt|gpt|copilot|claude|gemini|an? llm|an? (?:free )?ai(?: tool)?)`;
const MAY = String.raw`(?:can|could|cannot|can t|couldn t|should|shouldn t|would|might|may|why (?:can t|don t|not|shouldn t|wouldn t)|what (?:if|stops us)|is it possible)`;

/** To do it by oneself, or with a program that everybody has. */
const BY_ONESELF = new RegExp(
  String.raw`\b(?:how|${MAY})\b.*\b${SOLVES}\b.*\b${THEMSELVES}\b|\b(?:how|${MAY})\b(?: (?:i|we|our \p{L}+|not|just|simply|also|would|could|can|do|should))* ${SOLVES} .*\b(?:with|using|in) ${ASSISTANTS}\b|\b(?:${MAY})(?: (?:i|we|they|our \p{L}+|not|just|simply|also))* (?:use|ask|take|try) ${ASSISTANTS}\b|(?:كيف|هل) .*(?:بانفسنا|بنفسي|بنفسنا|لوحدنا|لوحدي|وحدنا)(?!\p{L})|(?:لماذا لا|هل|ليش ما) .*(?:استخدم|نستخدم|استخدام) (?:فقط )?(?:شات جي بي تي|تشات جي بي تي|chat ?gpt)`,
  'u',
);
/** How it is built, or the thing itself. */
const METHOD =
  /\bhow (?:would|could|can|do|should|might) (?:i|we|one|our \p{L}+) (?:\p{L}+ )?(?:build|fix|create|automate|implement|solve|develop|program)\b(?! (?:an? )?(?:date|time|day|call|account|appointment))|\b(?:give|write|send|tell|show) (?:me|us) (?:the|a|your|some) (?:\p{L}+ )?(?:prompts?|code|script|steps|recipe|instructions)\b|كيف (?:ابني|نبني|انشي|ننشي|اطور|نطور|ننفذ|انفذ|نحل|احل|اصلح|نصلح) /u;
/** Of what is sold or drawn up, not of how to do without it. */
const OF_THE_OFFER =
  /\b(?:work ?shops?|training|course|book|pay|cost|costs|save|roi|memo|offer|proposal)\b|ورشه|تدريب|احجز/u;

/** How to do it is what is sold: the outcome and the module are told, and no instructions. */
export const tellOutcome: OfflineRoutine = ({ agent, message, calls, earlier, nothingFits, byStaff }) => {
  const { normalized, language } = message;
  if (agent === 'admin' || byStaff || calls.length > 0 || OF_THE_OFFER.test(normalized)) return undefined;
  const alone = BY_ONESELF.test(normalized);
  if (!alone && !(nothingFits && METHOD.test(normalized))) return undefined;
  const made = earlier.map(({ tool, result }) => ({
    tool,
    success: result?.success === true,
    data: result?.data,
  }));
  const told = safeReply({ calls: made, language });
  if (!alone) return { reply: told };
  return {
    reply:
      language === 'ar'
        ? `هذا هو هدف ورشة العمل: بعدها يحل فريقكم ذلك بنفسه، وفيها يُشرح كيف. ${told}`
        : `That is what the workshop is for: after it your team does this by itself, and how is worked through there. ${told}`,
  };
};
