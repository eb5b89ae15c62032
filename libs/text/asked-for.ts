import { hasPhrase } from './phrases.ts';

const list = (words: string) => words.split(/[,،]/).map((word) => word.trim());

const CHEAPER = list(
  'cheaper, lower priced, for less money, أرخص, أوفر, سعر أقل, ثمن أقل, أقل سعرا, أقل ثمنا, أقل تكلفة',
);
/** Together they mean cheaper: "less expensive", "not so dear", "a lower price". */
const LESS = list('less, lower, not so, not as, not that, not quite so, more');
const DEAR = list('expensive, pricey, costly, dear, price, priced, cost, figure');
const AFFORDABLE = list('affordable, reasonable, economical, modest, budget friendly');
/** "Lower" of something that is looked for: "anything lower", "a lower one". */
const LOWER_OF_SOMETHING =
  /\b(?:any|some)(?:thing|where)?(?: \w+)? lower\b|\blower (?:one|ones|option|options|priced?|prices|rent|rents)\b/;
/** Who says this bargains over one price, and asks for no other offer. */
const BARGAINING = list(
  'lower the price, lower price on, lower offer, discount, reduce the price, خفض السعر, خصم',
);
/** Words between "less" and "expensive", at most. */
const MAX_WORDS_BETWEEN = 1;

/** Whether the normalised words of a message ask for something cheaper, without saying how much it may be. */
export function wantsCheaper(words: readonly string[]): boolean {
  if (hasPhrase(words, BARGAINING)) return false;
  if (hasPhrase(words, CHEAPER) || LOWER_OF_SOMETHING.test(words.join(' '))) return true;
  return LESS.some((less) => {
    const means = less === 'more' ? AFFORDABLE : DEAR;
    return means.some((dear) => standNear(words, less, dear));
  });
}

function standNear(words: readonly string[], first: string, second: string): boolean {
  return words.some((_, start) =>
    Array.from({ length: MAX_WORDS_BETWEEN + 1 }, (__, between) => {
      const from = words.slice(start);
      const size = first.split(' ').length;
      return (
        hasPhrase(from.slice(0, size), [first]) &&
        hasPhrase(from.slice(size + between, size + between + 2), [second])
      );
    }).some(Boolean),
  );
}

const REACHING = list(
  `talk, speak, chat, call, phone, ring, contact, reach, meet, connect, transfer, put me, put us, pass me, hand me, hand over, escalate, get me,
   get hold of, give me, need, want, prefer, rather, like, real, actual, live, please, instead, someone, somebody,
   أتحدث, نتحدث, التحدث, أتكلم, التكلم, الكلام, أكلم, أحكي, تواصل, التواصل, أتواصل, اتصال, الاتصال, أتصل, حولني, حولوني, تحويلي, وصلني, أريد, أود,
   أفضل, حقيقي`,
);
const PERSON =
  /\b(?:humans?|real people|(?:real|actual|live|living|proper) (?:person|agent|advis[eo]r|someone|somebody|one)|(?:person|human being|representative|rep|operator|receptionist|supervisor|manager|colleague|employee|staff member|member of staff|consultant|advis[eo]r|estate agent|realtor|broker|salesperson|salesman|specialist|support agent|agents?)|(?:some|any)(?:one|body)(?= (?:from|at|in|on|of|else|there|real|who|about|instead|please)\b|$)|your (?:team|colleagues|staff|office|boss))\b/;
const PERSON_ARABIC = list(
  'شخص, شخصا, إنسان, إنسانا, بشري, بشريا, موظف, موظفا, موظفة, مندوب, مندوبا, وكيل, وكيلا, مستشار, مستشارا, مسؤول, مسؤولا, أحد الموظفين, أحد من فريقكم, أحد من المكتب, خدمة العملاء',
);
/** A person of whom something is asked or told: "when is an agent free", "log that I rang a person". */
const ABOUT_A_PERSON =
  /\b(?:log|record|note|remember|when|which|what|how many|list|diary|calendar|viewing|offer|contract|free|rang|called|decides|buyer|seller|owner|tenant|are you|(?:is|are) (?:this|it|you) an?|find|flat|apartment|villa|house|studio)\b|سجل|تذكر|متي|معاينه|هل انت/;
const MAX_WORDS = 14;

/** Whether the normalised words of a message ask to be put through to a human being. */
export function wantsPerson(words: readonly string[]): boolean {
  const text = words.join(' ');
  if (words.length > MAX_WORDS || ABOUT_A_PERSON.test(text)) return false;
  const person = PERSON.test(text) || hasPhrase(words, PERSON_ARABIC);
  return person && (hasPhrase(words, REACHING) || words.length <= 2);
}
