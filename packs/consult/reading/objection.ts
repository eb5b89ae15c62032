import { normalizeText } from '#text';
import { type OfflineMessage } from '#pack-kit';

export const BUDGET =
  /^(?:(?:but|ok|well|hm+|wow) )*(?:expensive|pricey|costly|steep)$|\b(?:(?:too|so|very|quite|really|pretty|rather|bit|little|(?:it|this|that|which|you|prices?|work ?shop|training|course|consulting|engagement|offer|proposal)(?: (?:is|s|are|re|seems?|sounds?|looks?))*) (?:expensive|pricey|costly|steep|dear|overpriced)(?! (?:to|for (?:our|the) (?:customers?|clients?)|when|if)\b)|overpriced|too much|(?<!\b(?:us|me|them|the company) )(?:quite )?a (?:lot|fortune)(?: of money| to pay)?(?=$| for)|(?:for|is|s|sounds like|seems like) a lot of money|(?:over|above|beyond|outside|out of|exceeds?|not in|blows?) (?:our|my|the) (?:budget|means|price range|league)|no budget(?! (?:owner|holder|process|planning|tool|software)\b)|(?:cannot|can t|can not|could not|couldn t|won t|not) (?:afford|pay (?:that|this|so)|spend (?:that|this|so))|more than (?:we|i) (?:can|could|want|wanted|planned|expected|have|thought)|no money|cheaper(?! (?:suppliers?|vendors?|products?|parts?|goods|materials?|labou?r|staff)\b)|(?<!\b(?:customers?|clients?|buyers|shoppers|sales)\b.{0,40})discount|(?:prices?|cost|costs|fees?|that|it) (?:is|are|s|seems?|sounds?|looks?) (?:too |very |so |quite |pretty |rather |really )*high(?! (?:when|if|because|for (?:our|the) (?:customers?|clients?))\b)|high prices?|lower (?:the |your )?price|(?<!\bour \p{L}{1,20} (?:is|are) )negotiable)\b|(?<!\p{L})(?:غال(?:ي|يه|ي?ا)?|الغلا|اغلي|(?<!(?:عمل|يدوي\p{L}?|خط[اء]\p{L}*|موظف\p{L}*|محامي\p{L}*) (?:\p{L}+ )?)مكلف\p{L}*|باهظ\p{L}*|مرتفع\p{L}*|خصم\p{L}*|تخفيض\p{L}*|ارخص|كثير(?= والله| جدا$|$)|كثير (?:علينا|عليه|عليك|علي)|سعر (?:عالي?|كبير)|(?:السعر|التكلفه|الاسعار|المبلغ|هذا) (?:عالي?ه?|كبير|كثير|فوق)|فوق (?:ميزانيت\p{L}*|طاقت\p{L}*|قدرت\p{L}*)|(?:لا|ما|لن|مش|مو) (?:نقدر|اقدر|نستطيع|استطيع|يمكننا|نتحمل|اتحمل|قادرين)(?: ان)?(?: \p{L}+)? (?:ندفع|ادفع|دفع|نتحمل|هذا|المبلغ|السعر|الثمن|التكلفه)|خارج (?:ال)?ميزاني\p{L}*)(?!\p{L})|لا (?:نملك|توجد|يوجد) ميزانيه|(?:ليس|ما) (?:لدينا|عندنا) ميزانيه/u;
export const LATER =
  /\b(?:maybe later|not now|not (?:right )?now|not yet|next year|no time|too busy|think about it|not interested|no interest|no need)\b|لاحقا|ليس الان|مش الان|العام القادم|السنه القادمه|سافكر|نفكر|غير مهتم|لست مهتم/;
export const UNSURE =
  /\b(?:not (?:really |quite |yet )*sure (?:if|whether|that|this|it)|(?:don t|do not) know (?:if|whether)|(?:is|would|will) (?:this|it|that) (?:really )?(?:be )?(?:right|suitable|something|for us|worth (?:it|the|a|an|our|doing|that)|work for us|make sense)|does (?:this|it|that) (?:fit|suit|work|make sense)|too small for (?:this|that|you))\b|لست متاكد\p{L}* (?:ان|من|اذا|هل)|(?:مش|مو|غير) متاكد\p{L}* (?:ان|من|اذا)|لا (?:ادري|اعرف|اعلم) (?:ان|اذا|هل)|هل (?:هذا |هو |الامر )?(?:يناسبنا|يناسب شركتنا|يستحق|مناسب لنا|ينفعنا)\p{L}*/u;
export const SECURITY =
  /\bwhat (?:happens|will happen|do you do) (?:to|with) (?:our|my|the) (?:data|documents|files)\b|\bwho (?:sees|can see|gets) (?:our|my|the) (?:data|documents|files)\b|\b(?:data|information)\b.*\b(?:safe|secure|private|leak\w*|protected)\b|\b(?:safe|secure|private|privacy|gdpr|confidential)\b.*\b(?:data|with you)\b|\b(?:gdpr|privacy)\b|امان البيانات|امن البيانات|خصوصيه|بياناتنا|بياناتي/;

/** A message that holds something against it, or puts it off. */
export function objects({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return [BUDGET, LATER, SECURITY].some((kind) => kind.test(normalized));
}

const MAX_WORDS_OF_OPENING = 7;
const NAMES_A_PRICE = /[$]\s?\d/;

/** "Hm, that is a lot. What do I get for it?": right behind a price the objection is the first sentence of the message. */
export function opensWithPrice(text: string, lastReply: string | undefined): boolean {
  const [first = '', ...others] = text.split(/[.!?؟…\n]+|[,،] /).filter((piece) => /\p{L}/u.test(piece));
  const opening = normalizeText(first).trim();
  if (others.length === 0 || opening.split(' ').length > MAX_WORDS_OF_OPENING) return false;
  return NAMES_A_PRICE.test(lastReply ?? '') && BUDGET.test(opening);
}
