import { anySpelling, westernDigits, withDigits } from '#text';
import { withoutContact } from './contact.ts';
import { RATE_WORDS } from './lost-hours.ts';
import { hoursIn, plainText } from './numbers.ts';

const MAX_CHARACTERS = 200;
const LEAST_CHARACTERS = 3;

const COUNTED = String.raw`(?:(?:\d+|one|a|an)\s+(?:\p{L}+\s+)?(?:people|persons?|employees|colleagues|staff|of us|of them|of our \p{L}+|\p{L}+(?:ers|ors|ists|ants|ees|ians))|(?:\d+)\s+(?:موظف\p{L}*|اشخاص|أشخاص|شخصا?))`;
/** What may stand around the work without being it: whose hours they are, how often, how many lose them. */
const QUALIFIES = String.raw`(?:by |for )?(?:each|every one|all) of (?:(?:our|my|the|these|those|us|them) )?${COUNTED}|(?:by |for )(?:each|all|every one) of (?:us|them)|each(?! (?:day|week|month|year))|apiece|per (?:person|head|employee)|every one of them|individually|together|altogether|in total|in all|combined|between (?:us|them)|as a team|weekly|daily|monthly|(?:a|per|every|each) (?:day|week|month|year)|for (?:each|every one) of (?:us|them)|(?:for )?(?:each|every one) of ${COUNTED}|(?:و?لكل|كل) (?:من(?:هم|ا)?|شخص|موظف|واحد|فرد)(?:\s+\d+\s+\p{L}+)?|لكل\s+\d+\s+\p{L}+|اسبوعيا|أسبوعيا|يوميا|شهريا|بالمجموع|في المجموع|مجتمعين|معا|اجمالا|إجمالا|(?:and\s+)?(?:(?:there are|we are|it concerns|that concerns|for|of|و?(?:نحن|احنا|هم|عددنا|عددهم))\s+)?${COUNTED}`;
const AT_HEAD = new RegExp(String.raw`^[\s,،;:–-]*(?:${QUALIFIES})(?![\p{L}\p{N}])`, 'iu');
const AT_TAIL = new RegExp(String.raw`(?<![\s,،;:])[\s,،;:]+(?:${QUALIFIES})[\s,،;.!?؟]*$`, 'iu');
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
/** "We spend ages typing invoices", "we waste so much time every morning sorting mail": the work without a word that leads to it. */
const SPENDS_DOING =
  /\b(?:wast\w+|los[et]\w*|losing|spend\w*|spent)\s+(?:[\p{L}-]+\s+){0,4}?(?:ages|forever|time|days|hours|weeks|evenings|weekends|half the (?:day|week))\s+(?:(?:each|every|all|a|per|just|only|simply|still|the whole|day|week|month|morning|evening|long)\s+)*(?!(?:during|being|having|something|anything|everything|nothing|morning|evening|according|regarding|concerning|including|waiting)(?!\p{L}))((?:re-?)?\p{L}{2,}ing\s+[^.?!,;]{2,120})/iu;
/** "Copying invoices takes us 10 hours", "إدخال البيانات يستهلك 10 ساعات" */
const TAKES =
  /^(?:(?:and|so|but|because|right now|currently|today)[\s,]+)*([\p{L}][\p{L}\p{N} '’/-]{2,80}?)\s+(?:still\s+|easily\s+|usually\s+)?(?:takes?|costs?|eats?(?: up)?|consumes?|requires?|needs?|swallows?|is taking|is costing|is eating)\s/iu;
const TAKES_ARABIC = /^و?(\p{L}[\p{L}\p{N} ]{2,80}?)\s+(?:[يت](?:ستهلك|أخذ|اخذ|كلف|ستغرق|ضيع|حتاج)\p{L}*)\s/u;
const WHO_WORKS = String.raw`(?:we|i|they|(?:my|our|the) (?:\p{L}+ )?(?:team|people|staff|department|office|employees|colleagues|assistants?|agents?|clerks?|secretary|accountants?|lawyers?|guys|folks|workers)(?: of \d+)?|(?:\d+) of (?:us|them|my \p{L}+|our \p{L}+))`;
/** What people have, are or use is no work of theirs. */
const NO_DOING = String.raw`(?!(?:are|is|am|were|was|be|have|has|had|want|wants|need|needs|would|will|can|could|should|may|might|lose|loses|lost|waste|wastes|spend|spends|spent|burn|burns|use|uses|like|know|think|run|own|sell|sells|offer|offers|currently|also|still|all|only|just|re|m|d|ve|get|gets|got|take|takes|pay|pays|hate|struggle|count|counted)(?!\p{L}))`;
/** "My team answers support tickets, we spend 30 hours a week": the work stands in a clause of its own, before the hours. */
const DOES_BEFORE = new RegExp(
  String.raw`(?:^|[.,;:!?]\s*|\b(?:and|so|because)\s+)(?:hi|hello)?[\s,]*${WHO_WORKS}\s+(?:(?:mostly|mainly|still|also|currently|usually|often|always|do)\s+)*(?:(?:does|do|doing|handles?|work(?:s|ing)? (?:on|in|with)|deals? with|(?:is|are|am) (?:busy|occupied) with)\s+)?${NO_DOING}(\p{L}[\p{L}\p{N} '’/-]{2,80}?)(?:\s+(?:by hand|manually|all day))?\s*(?:[,;.:–-]|\band\b|\bwhich\b)`,
  'iu',
);
const VERBS = String.raw`(?:answer|check|process|write|type|copy|copie|enter|prepare|review|sort|read|manage|update|reconcile|translate|file|draft|collect|compile|research|schedule|handle|track|fill|approve|book|create|produce|make|compare|validate|verify|clean|send|call|test|scan|retype|transcribe|summari[sz]e)(?:s|es)?(?: (?:up|in|out|down|through))?`;
/** "My receptionist types up patient forms": of whomever it is said, by the verb. */
const SOMEBODY_DOES = new RegExp(
  String.raw`(?:^|[.,;:!?]\s*|\b(?:and|so|because)\s+)(?:my|our|the|one|a)\s+(?:\p{L}+\s+){1,3}(${VERBS}\s+\p{L}[\p{L}\p{N} '’/-]{2,80}?)(?:\s+(?:by hand|manually|all day))?\s*(?:[,;.:–-]|\band\b|\bfor\b|\babout\b|\bwhich\b)`,
  'iu',
);
/** "Answers support tickets": who does it said so by a verb. */
const VERB_AHEAD = new RegExp(String.raw`^${VERBS}\s+(?=\p{L})`, 'iu');

/** A subject that is nobody's work. */
const NO_WORK =
  /^(?:it|this|that|everything|all of it|which|what|who|we|i|they|he|she|(?:just |only )?(?:her|him|me|us|them|myself)|each|everyone|everybody|one|an hour|hours?|the hour|our (?:team|people|staff)|the team|my team|هذا|هذه|ذلك|كل)$|(?<!\p{L})(?:of us|of them|people|employees|staff|\d+|موظف\p{L}*|فريق\p{L}*|شخص\p{L}*|أشخاص|الساعة)(?!\p{L})/iu;

/** The work that a message complains of: behind the hours or before them, else what is left manual. */
export function lostOn(written: string): string | undefined {
  // What an hour costs tells no work.
  const text = westernDigits(withDigits(withoutContact(written))).replace(RATE, (rate) =>
    ' '.repeat(rate.length),
  );
  const named =
    behindHours(text) ??
    takesHours(text) ??
    LEFT_MANUAL.exec(text)?.[1] ??
    lostWords(text) ??
    toldBeforeHours(text);
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
  const work = workIn(sentence.replace(RATE, ''));
  return work !== undefined && ONLY_SOMEBODY.test(work) ? undefined : work;
}

/** "12 hours a week, just her": who does it, and not what. */
const ONLY_SOMEBODY = /^(?:just |only )?(?:her|him|me|us|them|myself)$/iu;

/** The work that an answer to "which work?" names, without the hours and people that it tells besides. */
export function workAnswered(written: string): string | undefined {
  const text = westernDigits(withDigits(withoutContact(written))).replace(RATE, ' ');
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

/** What stands in a clause before the hours that names no work itself. */
function toldBeforeHours(text: string): string | undefined {
  const hours = hoursIn(text);
  const plain = plainText(text);
  const read = plain.length === text.length ? text : plain;
  const before = hours ? read.slice(0, hours.at) : '';
  const work = (DOES_BEFORE.exec(before) ?? SOMEBODY_DOES.exec(before))?.[1];
  return work?.replace(VERB_AHEAD, '').trim();
}

function lostWords(text: string): string | undefined {
  const bare = text.replace(RATE, '');
  const found = (SPENDS_DOING.exec(bare) ?? LOST_ON.exec(bare) ?? LOST_ON_ARABIC.exec(bare))?.[1];
  return found && workIn(found);
}
