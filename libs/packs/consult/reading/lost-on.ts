import { anySpelling, westernDigits, withDigits } from '#tools';
import { RATE_WORDS } from './lost-hours.ts';
import { hoursIn, plainText } from './numbers.ts';

const MAX_CHARACTERS = 200;
const LEAST_CHARACTERS = 3;

const COUNTED = String.raw`(?:\d+|one|a|an)\s+(?:\p{L}+\s+)?(?:people|persons?|employees|colleagues|staff|of us|of them|of our \p{L}+|\p{L}+(?:ers|ors|ists|ants|ees|ians))|(?:\d+)\s+(?:موظف\p{L}*|اشخاص|أشخاص|شخصا?)`;
/** What may stand around the work without being it: whose hours they are, how often, how many lose them. */
const QUALIFIES = String.raw`(?:by |for )?(?:each|every one|all) of (?:(?:our|my|the|these|those|us|them) )?${COUNTED}|(?:by |for )(?:each|all|every one) of (?:us|them)|each|apiece|per (?:person|head|employee)|every one of them|individually|together|altogether|in total|in all|combined|between (?:us|them)|as a team|weekly|daily|monthly|(?:a|per|every|each) (?:day|week|month|year)|for (?:each|every one) of (?:us|them)|(?:for )?(?:each|every one) of ${COUNTED}|(?:و?لكل|كل) (?:من(?:هم|ا)?|شخص|موظف|واحد|فرد)(?:\s+\d+\s+\p{L}+)?|لكل\s+\d+\s+\p{L}+|اسبوعيا|أسبوعيا|يوميا|شهريا|بالمجموع|في المجموع|مجتمعين|معا|اجمالا|إجمالا|(?:and\s+)?(?:(?:there are|we are|it concerns|that concerns|for|of)\s+)?${COUNTED}`;
const AT_HEAD = new RegExp(String.raw`^[\s,،;:–-]*(?:${QUALIFIES})(?![\p{L}\p{N}])`, 'iu');
const AT_TAIL = new RegExp(String.raw`[\s,،;:]+(?:${QUALIFIES})[\s,،;.!?؟]*$`, 'iu');
/** What an hour costs is no work, wherever it stands. */
const RATE = anySpelling(new RegExp(RATE_WORDS, 'giu'));
const LEADS_IN =
  /^[\s,،;:–-]*(?:(?:is|are|was|goes?|go|gets?|being)\s+)?(?:(?:lost|wasted|spent)\s+)?(?:just\s+|only\s+)?(?:on|doing|in|into|for|with|to|at|over|because of|due to|by|في|على|بسبب|عند|لـ?)(?:\s+|$)/iu;
/** Words that lead in without being needed: "10 hours a week copying invoices". */
const BARE_LEAD = /^[\s,،;:–-]+/u;

const LEFT_MANUAL =
  /\b(?:leave|leaving|keep|keeping|do|doing)\s+([\p{L} -]{3,60}?)\s+(?:manual|manually|as it is|by hand)\b/iu;
const LOST_ON_ARABIC =
  /(?<!\p{L})و?[أنيت](?:ضيع|ضيّع|خسر|هدر|قضي|صرف|ستهلك|مضي)\p{L}*[^.؟!،]*?\s(?:في|على)\s+([^.؟!،]{3,120})/u;
const LOST_ON = /\b(?:wast\w+|los\w+|spend\w*|spent)\b[^.?!]*?\b(?:on|with|doing)\s+([^.?!,]{3,120})/iu;
/** "Copying invoices takes us 10 hours", "إدخال البيانات يستهلك 10 ساعات" */
const TAKES =
  /^(?:(?:and|so|but|because|right now|currently|today)[\s,]+)*([\p{L}][\p{L}\p{N} '’/-]{2,80}?)\s+(?:still\s+|easily\s+|usually\s+)?(?:takes?|costs?|eats?(?: up)?|consumes?|requires?|needs?|swallows?|is taking|is costing|is eating)\s/iu;
const TAKES_ARABIC = /^و?(\p{L}[\p{L}\p{N} ]{2,80}?)\s+(?:[يت](?:ستهلك|أخذ|اخذ|كلف|ستغرق|ضيع|حتاج)\p{L}*)\s/u;
/** A subject that is nobody's work. */
const NO_WORK =
  /^(?:it|this|that|everything|all of it|which|what|who|we|i|they|he|she|each|everyone|everybody|one|an hour|hours?|the hour|our (?:team|people|staff)|the team|my team|هذا|هذه|ذلك|كل)$|(?<!\p{L})(?:of us|of them|people|employees|staff|\d+|موظف\p{L}*|فريق\p{L}*|شخص\p{L}*|أشخاص|الساعة)(?!\p{L})/iu;

/** The work that a message complains of: behind the hours or before them, else what is left manual. */
export function lostOn(written: string): string | undefined {
  // What an hour costs tells no work.
  const text = westernDigits(withDigits(written)).replace(RATE, (rate) => ' '.repeat(rate.length));
  const named = behindHours(text) ?? takesHours(text) ?? LEFT_MANUAL.exec(text)?.[1] ?? lostWords(text);
  return (named !== undefined && NO_WORK.test(named.trim()) ? undefined : named)
    ?.split(/[.!?؟](?!\d)/)[0]
    ?.trim()
    .slice(0, MAX_CHARACTERS);
}

function behindHours(text: string): string | undefined {
  // Places in the plain text are those of the written one unless marks were taken out.
  const plain = plainText(text);
  const read = plain.length === text.length ? text : plain;
  const hours = hoursIn(text);
  if (!hours) return undefined;
  const [sentence = ''] = read.slice(hours.end).split(/[.!?؟;؛](?!\d)/);
  return workIn(sentence.replace(RATE, ''));
}

/** The work that an answer to "which work?" names, without the hours and people that it tells besides. */
export function workAnswered(written: string): string | undefined {
  const text = westernDigits(withDigits(written)).replace(RATE, ' ');
  const hours = hoursIn(text);
  const plain = plainText(text);
  const read = plain.length === text.length ? text : plain;
  const parts = hours ? [read.slice(0, hours.at), read.slice(hours.end)] : [read];
  return parts
    .map((part) => workIn(` ${part.replace(AROUND_AN_ANSWER, '')}`))
    .find((work) => work !== undefined && !NO_WORK.test(work))
    ?.slice(0, MAX_CHARACTERS);
}

/** "It is mostly data entry", "we do invoices": what leads in an answer. */
const AROUND_AN_ANSWER =
  /^\s*(?:(?:well|hm+|it is|it's|its|that is|that's|mostly|mainly|probably|i think|i guess|we do|we are|the work is|it would be|about|around|roughly|some|with|on|في|هو|هي|غالبا|حوالي|نحو|أظن|اظن)[\s,]+)+/iu;

function workIn(words: string): string | undefined {
  let rest = words;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(AT_HEAD, '').replace(AT_TAIL, '').replace(BARE_LEAD, '').replace(LEADS_IN, '');
  }
  const work = rest.replace(/[\s.,،;!?؟]+$/u, '').trim();
  return work.length >= LEAST_CHARACTERS && /\p{L}{3}/u.test(work) ? work : undefined;
}

/** What stands before "takes us 10 hours". */
function takesHours(text: string): string | undefined {
  const plain = plainText(text);
  const read = plain.length === text.length ? text : plain;
  const hours = hoursIn(text);
  if (!hours) return undefined;
  const sentence =
    read
      .slice(0, hours.at)
      .split(/[.!?؟;؛,،](?!\d)/)
      .at(-1)
      ?.trimStart() ?? '';
  const work = (TAKES.exec(sentence) ?? TAKES_ARABIC.exec(sentence))?.[1]?.trim();
  return work && !NO_WORK.test(work) ? work : undefined;
}

function lostWords(text: string): string | undefined {
  const bare = text.replace(RATE, '');
  const found = (LOST_ON.exec(bare) ?? LOST_ON_ARABIC.exec(bare))?.[1];
  return found && workIn(found);
}
