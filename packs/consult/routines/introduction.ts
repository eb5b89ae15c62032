import { anySpelling, normalizeText } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { PRICES, type Prices } from '../agents/material.ts';
import { offeredCall } from './offered-call.ts';
import { asksPrice, namedPrices } from './prices.ts';

/** Who is there and what they do, besides the phrases that ask nothing else (`smallTalk`). */
const ASKS_WHO = anySpelling(
  /\b(?:who (?:are|r) (?:you|u)(?: guys| people)?|who is (?:this|behind this)|who am i (?:talking|speaking|chatting) (?:to|with)|who do (?:i|you) (?:talk|work) (?:to|with|for)|what (?:(?:exactly|really|actually) )?(?:do|does|can|could|is it that) (?:you|you guys|your (?:company|firm|team|business)|this (?:company|firm)) (?:(?:guys|people|even|actually|really|exactly|mainly|currently|all) )*(?:do|does|offer|sell|provide)|what is (?:it )?on offer|what (?:are|is) (?:your|the) (?:services?|offers?|offering|offerings|packages|products)|(?:what|which) packages (?:do|are)|what (?:kind|sort) of (?:company|firm|business|services?) (?:are you|is (?:this|it)|do you (?:run|have|offer|provide))|(?:what|which) (?:services|products|packages) do you (?:offer|sell|provide|have|give)|tell me (?:about|who) (?:you|your (?:company|firm|services))|(?:are you|is this|is it|am i (?:talking|speaking|chatting) (?:to|with)|r u) (?:really |actually )?(?:an? |the )?(?:ai|a\.i\.|bot|chat ?bot|robot|human|real person|person|machine(?! learning)|computer|program|chatgpt)(?: or (?:an? )?(?:ai|bot|robot|human|real person|person|machine|computer|program))?|what is (?:this (?:site|company|about)|your (?:company|business)))\b|(?<!\p{L})(?:من|مين) (?:أنتم|أنت|انتو|تكونون|معي)(?!\p{L})|(?<!\p{L})(?:أنتم|انتو) (?:من|مين)(?!\p{L})|(?<!\p{L})(?:ماذا|ما الذي|شو|ايش|وش) (?:تقدمون|تقدموا|تعملون|تفعلون|تبيعون|بتعملوا|بتقدموا|تسوون)(?!\p{L})|(?<!\p{L})هل (?:أنت|انت|هذا) (?:روبوت|إنسان|بشر|برنامج(?! (?:ال)?(?:تدريب|دور|ورش|عمل|مجاني))|شخص|آلي|ذكاء اصطناعي|بوت)(?: أم (?:روبوت|إنسان|بشر|برنامج|شخص|آلي|بوت))?(?!\p{L})|(?<!\p{L})ما (?:هي )?(?:خدماتكم|شركتكم|عملكم)(?!\p{L})|عرفونا بأنفسكم|حدثني عنكم|أخبرني عنكم|ما هي عروضكم|ماذا تعرضون/iu,
);
const GREETS = anySpelling(
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|مرحبا|أهلا|هلا|السلام عليكم|سلام|صباح الخير|مساء الخير)(?!\p{L})/iu,
);
const MAX_WORDS_BEHIND = 3;
/** What begins so asks of something else: "what do you do about wrong answers?" */
const GOES_ON = anySpelling(
  /^\W*(?:about|when|if|with|going|to|that|which|for|عن|مع|إذا|عندما|في)(?!\p{L})/iu,
);

/** Who writes here and what is sold, to whoever asks for it, greeting or not. */
export const introduce: OfflineRoutine = (turn) => {
  const { agent, message, smallTalk, calls, material } = turn;
  if (agent === 'admin' || calls.length > 0) return undefined;
  const { text, language } = message;
  const asks = asksWho(text);
  if (smallTalk !== 'help' && !asks) return undefined;
  const prices = material[PRICES] as Prices | undefined;
  const { consultant } = prices ?? {};
  const named = consultant && consultant !== 'the consultant' ? consultant : undefined;
  const priced = prices && asksPrice(message.normalized) ? namedPrices(prices, language) : undefined;
  if (language === 'ar') {
    const hello = GREETS.test(text) ? 'أهلا بك! ' : '';
    return {
      reply: `${hello}أنا برنامج مساعد يعمل لدى ${named ?? 'مستشار في الذكاء الاصطناعي'}. نساعد الشركات على استخدام الذكاء الاصطناعي حيث يضيع الوقت: بورشة عمل من يومين لفريقكم، أو بمشروع استشاري. ${priced ? `${priced} ` : ''}أستطيع أن أحسب كم يكلفكم الوقت الضائع، وأن أعرض أمثلة، ${priced ? '' : 'وأذكر الأسعار، '}أو ${offeredCall(turn)}. ما العمل الذي يستهلك أكبر وقت من فريقكم؟`,
    };
  }
  const hello = GREETS.test(text) ? 'Hello! ' : '';
  return {
    reply: `${hello}I am an assistant program, working for ${named ?? 'an AI consultant'}. We help companies to use AI where work costs them time: with a two-day workshop for the team, or with a consulting engagement. ${priced ? `${priced} ` : ''}I can work out what lost time costs you, show examples, ${priced ? '' : 'name prices, '}or ${offeredCall(turn)}. Which work takes your team the most time?`,
  };
};

function asksWho(text: string): boolean {
  const found = ASKS_WHO.exec(text);
  if (!found) return false;
  const behind = text.slice(found.index + found[0].length);
  const words = behind.match(/[\p{L}\p{N}]+/gu) ?? [];
  return (words.length <= MAX_WORDS_BEHIND || asksPrice(normalizeText(behind))) && !GOES_ON.test(behind);
}
