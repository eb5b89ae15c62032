import { hasPhrase, normalizedWords, WISH_PHRASES } from '#text';
import type { ReadMessage } from './message.ts';

const list = (words: string) => words.split(/[,،]/).map((word) => word.trim());

const QUESTION_OPENERS = new Set(
  list(
    `what,whats,hows,whos,wheres,whens,which,who,whom,whose,when,where,why,how,is,are,was,were,do,does,did,has,have,any,anything,anyone,
     هل,ما,ماذا,متي,اين,كيف,كم,لماذا,اي,من`,
  ).map((word) => word.trim()),
);
/** Questions in form, requests in meaning. */
const REQUEST_OPENERS = /^(?:can|could|would|will) (?:you|i|we)\b|^(?:هل )?(?:يمكنك|ممكن|تستطيع)/;

const ACTIONS = new Set(
  `add analyse analyze arrange ask book buy calculate call cancel change check close compare compute count create delete
   design do download draft draw edit email estimate explain export fetch fill find fix forward generate get give help invite
   list look mail make mark measure move need notify offer open order pay plan post prepare print publish put read record
   refund register remind remove rename rent report request reschedule reserve run save schedule search sell send set share
   show sign start stop submit summarise summarize take tell track transfer translate turn update upload want work write
   اريد نريد احتاج نحتاج ابحث احسب احجز ارسل اعرض اكتب اعد انشي اعطني افتح اغلق اضف احذف غير حدث جهز حضر رتب قارن ترجم لخص سجل
   ابي ابغي ابغا بدي بدنا نبي نبغي ودي ودنا حاب حابب عايز عاوز محتاج اشوف نشوف شوف هات جيب خلي
   اشتر ابلغ اطلب اطبع حول ادفع ساعدني وضح اشرح قدم ابدا`
    .split(/\s+/)
    .map((word) => normalizedWords(word)[0] ?? word),
);
const ACTION_WINDOW_WORDS = 6;

/** A question that wants to know something, as against one that asks for something to be done. */
export function isQuestion({ text, normalized, words }: ReadMessage): boolean {
  if (REQUEST_OPENERS.test(normalized)) return false;
  return /[?؟]\s*$/.test(text.trim()) || QUESTION_OPENERS.has(words[0] ?? '');
}

/** Something is to be found out or done; a remark or a greeting is neither. */
export function asksForAction(message: ReadMessage): boolean {
  if (message.words.length < 2) return false;
  if (isQuestion(message) || REQUEST_OPENERS.test(message.normalized)) return true;
  return message.words.slice(0, ACTION_WINDOW_WORDS).some((word) => ACTIONS.has(word));
}

/** Phrased as a wish for something that is not there. */
export function isWish({ words }: ReadMessage): boolean {
  return hasPhrase(words, WISH_PHRASES);
}
