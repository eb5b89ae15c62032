import { normalizeText } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { dollars } from '../figures.ts';
import { PRICES, type Prices } from '../agents/material.ts';
import { opensWithPrice } from '../reading/objection.ts';
import { asksAboutWorkshop, asksHowWorkshopIsHeld } from '../reading/question-of-offer.ts';

const WORKSHOP =
  /\b(?:work ?shops?|training|course|train|come to (?:our|us|my)|on ?site|remotely|in person|at our (?:office|place|site))\b|تاتون|تحضرون|تزورون|عن بعد|حضوري|في مكتبنا|في مقرنا|تدربون|ورشه|الورشه|التدريب|دوره/;
const ASKS =
  /\b(?:how long|how many days|what (?:will|do|would|is|does)|what s|who (?:is|should|can)|(?:do|can|could|will|would) you (?:also )?(?:train|come|do|visit|travel)|where|on ?site|remote|online|in person|cover|include|learn|tell me|about|do you (?:do|offer|have))\b|كم (?:يوم|مده)|مدتها|ماذا|ما |اين|هل|من يحضر|نتعلم|تشمل/;

const DIFFERENCE =
  /\b(?:difference|differ|compare|compared|versus|vs|which (?:one|of (?:the|them|these))|better|rather than|instead of| or )\b|الفرق|ايهما|افضل|مقارنه| ام /;
const CONSULTING = /\bconsult\w*|\bengagement\b|\bproject\b|استشار|المشروع/;

/** How the two things that are sold differ. */
export const tellDifference: OfflineRoutine = ({ agent, message, material, calls }) => {
  const { normalized, language } = message;
  if (agent === 'admin' || calls.length > 0) return undefined;
  if (![DIFFERENCE, CONSULTING, WORKSHOP].every((one) => one.test(normalized))) return undefined;
  const prices = material[PRICES] as Prices | undefined;
  const [workshop, consulting] = prices
    ? [` (${dollars(prices.workshop)})`, ` (${dollars(prices.consulting)})`]
    : ['', ''];
  return {
    reply:
      language === 'ar'
        ? `الورشة${workshop} يومان مع فريقكم: يتعلم فيها كيف يحل مشكلاته بنفسه، وهي الخطوة الأصغر. أما المشروع الاستشاري${consulting} فنبني فيه الحل معكم. ما العمل الذي يستهلك أكبر وقت من فريقكم؟ عندها أستطيع أن أقول أيهما يُسترد أسرع.`
        : `The workshop${workshop} is two days with your team, after which it solves its problems by itself; it is the smaller step. In the consulting engagement${consulting} the solution is built with you. Which work takes your team the most time? Then I can say which of them pays off sooner.`,
  };
};

/** Asked of what is sold, whether it is named or "it": what is in it, where and how it is held, for whom. */
const ASKS_OF_IT =
  /^(?:(?:and|so|ok|okay|but) )*(?:what (?:do|would|will|can) (?:we|i) get(?: (?:for (?:that|it|this|the money|\d\p{L}*)|out of (?:it|that|this)))?$|what(?: is| s)? (?:included|in it|inside)\b(?: (?:in|for) (?:it|that|the (?:two|2) days|the price|the workshop))*$|what does (?:it|that|the workshop) (?:include|cover|contain)$|where (?:would|will|does|is) (?:it|that|this|the workshop) (?:take place|happen|held|be held|be)\b|(?:do|should|must) (?:we|i) (?:need to |have to )?(?:prepare|bring)\b.*|what (?:do|should|must) (?:we|i) (?:need to |have to )?(?:prepare|bring)\b.*)|^(?:(?:and|so|ok|okay|but) )*(?:is|are) (?:it|that|this|the workshops?|your workshops?)(?: (?:also|held|done|given|run|only))* (?:online|remote|virtual|on ?site|in person)\b|\b(?:can|could|would|will) (?:it|this|that|the workshop|we) (?:also )?(?:be|do it|have it|run|take place)(?: (?:held|done|run|given))? (?:online|remote(?:ly)?|virtual(?:ly)?|on ?site|in person|at our (?:office|place)|(?:in )?(?:one|a|1|half a|three|3) days?|shorter|longer|split)\b|^what if (?:only )?(?:some|half|two|a few|not all|one|\d+) of us\b/u;

const WHAT_ONE_GETS_ARABIC =
  /^(?:(?:و|طيب|حسنا|لكن) ?)*(?:ماذا|ما الذي|شو|ايش|وش) (?:س?نحصل|س?احصل|س?ناخذ|س?اخذ|س?نستلم) (?:عليه )?(?:مقابل(?:ه|ها| ذلك| هذا)?|(?:ب|في )?المقابل|بهذا السعر|لقاء ذلك)$/u;

/** "Hm, that is a lot. What do I get for it?": the objection, and then what is asked. */
function asksBehindPrice(text: string, lastReply: string | undefined): boolean {
  if (!opensWithPrice(text, lastReply)) return false;
  return text
    .split(/[.!?؟…\n]+|[,،] /)
    .map((piece) => normalizeText(piece).trim())
    .some((piece) => ASKS_OF_IT.test(piece) || WHAT_ONE_GETS_ARABIC.test(piece));
}

/** What the workshop is, in what is known of it; its content is made for those who attend. */
export const describeWorkshop: OfflineRoutine = ({
  agent,
  message,
  material,
  nothingFits,
  calls,
  replied,
}) => {
  if (agent === 'admin') return undefined;
  const { normalized, language } = message;
  const isBehindPrice = asksBehindPrice(message.text, replied.at(-1));
  const asks = ASKS.test(normalized) || asksAboutWorkshop(normalized);
  const asksOfWorkshop = nothingFits && WORKSHOP.test(normalized) && asks;
  const asksOfIt =
    calls.length === 0 &&
    (isBehindPrice ||
      ASKS_OF_IT.test(normalized) ||
      WHAT_ONE_GETS_ARABIC.test(normalized) ||
      asksHowWorkshopIsHeld(normalized));
  if (!asksOfWorkshop && !asksOfIt) return undefined;
  const prices = material[PRICES] as Prices | undefined;
  const price = prices ? dollars(prices.workshop) : undefined;
  return {
    reply:
      language === 'ar'
        ? `${isBehindPrice ? 'أتفهم ذلك. ' : ''}ورشة العمل تستمر يومين مع فريقكم${price ? ` وتكلف ${price}` : ''}، ومحتواها يُبنى حول أسئلتكم. من سيحضر، وما المشكلة التي تريدون حلها؟ سأضع لكم المنهج. أما المكان والموعد والمدة وهل تُعقد عن بعد فيُتفق عليها مع المستشار صاحب الورشة.`
        : `${isBehindPrice ? 'I understand. ' : ''}The workshop takes two days with your team${price ? ` and costs ${price}` : ''}; its content is built around your own questions. Who would attend, and which problem should it solve? Then I draft the syllabus. Place and date, length, and whether it is held online, are settled with the consultant, whose workshop it is.`,
  };
};

/** An objection to the price with a question for what it buys is answered by what it buys. */
export const tellWhatOneGets: OfflineRoutine = (turn) =>
  asksBehindPrice(turn.message.text, turn.replied.at(-1)) ? describeWorkshop(turn) : undefined;
