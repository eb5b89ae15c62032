import { hasPhrase, normalizedWords } from '#text';
import { FEATURE_REQUEST_PHRASES } from './feature-request-phrases.ts';
import type { ReadMessage } from '../conversation/message.ts';

const list = (words: string): ReadonlySet<string> => new Set(normalizedWords(words));

const QUESTION_OPENERS = list(
  `what whats hows whos wheres whens which who whom whose when where why how is are was were do does did has have any anything anyone
   should shall
   هل ما ماذا متي اين كيف كم لماذا اي من`,
);
/** Openers of questions that are requests. */
const REQUEST_OPENERS = /^(?:can|could|would|will) (?:you|i|we)\b|^(?:هل )?(?:يمكنك|ممكن|تستطيع)/;
/** Verbs of requests. A message with neither such a verb nor a question is not a request. */
const ACTIONS = list(
  `add analyse analyze arrange ask book buy calculate call cancel change check close compare compute count create delete
   design do draft draw edit email estimate explain export fetch fill find fix forward generate get give help
   list look mail make mark measure need notify offer open order plan prepare print put read record
   register remind remove rent report request reserve run save schedule search sell send set share
   show sign start submit summarise summarize take tell track translate update want work write
   اريد نريد احتاج نحتاج ابحث احسب احجز ارسل اعرض اكتب اعد انشي اعطني افتح اضف جهز حضر رتب قارن ترجم لخص سجل`,
);

/** True for a question for information, false for a request in the form of a question. */
export function isQuestion({ text, normalized, words }: ReadMessage): boolean {
  if (REQUEST_OPENERS.test(normalized)) return false;
  return /[?؟]\s*$/.test(text.trim()) || QUESTION_OPENERS.has(words[0] ?? '');
}

/** True for a question or a request, false for a remark or a greeting. */
export function asksForAction(message: ReadMessage): boolean {
  if (message.words.length < 2) return false;
  return (
    isQuestion(message) ||
    REQUEST_OPENERS.test(message.normalized) ||
    message.words.some((word) => ACTIONS.has(word))
  );
}

/** True for a request for a missing feature. */
export function isFeatureRequest({ words }: ReadMessage): boolean {
  return hasPhrase(words, FEATURE_REQUEST_PHRASES);
}
