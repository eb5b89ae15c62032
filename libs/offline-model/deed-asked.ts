import { findPhrase, hasPhrase, phraseWords } from '#text';
import { clausesOf, type Clause } from './deed-clauses.ts';
import type { OfflineTool } from './hints.ts';
import type { ReadMessage } from './message.ts';

/** How a message speaks of a deed that it does not ask for. */
export type NotAskedFor = 'question' | 'condition' | 'undoing' | 'refusal' | 'remark';

/** What is said before a sentence comes to its point. */
const OPENERS =
  '(?:(?:and|so|but|ok|okay|well|now|then|also|hi|hello|hey|no|yes|yeah|great|perfect|good|thanks|just|actually|alright|right|fine|sure|wait|sorry|oh|um|hmm|listen|look|again|و|طيب|حسنا|تمام|لكن|بس|نعم|اهلا|مرحبا|شكرا|يلا|اذن|ثم|اوكي|يعني|هلا|اسمع|عفوا) )*';
const head = (source: string) => new RegExp(`^${OPENERS}(?:${source})(?= |$)`, 'u');
const word = (source: string) => new RegExp(`(?:^| )(?:${source})(?= |$)`, 'u');

/** Verbs by which something is done. "An offer of 400k" is none of them, nor is "have we …". */
const DEED = String.raw`(?:send|submit|put|place|make|offer|bid|counter|present|forward|deliver|mail|e ?mail|alert|notify|inform|tell(?! me| us)|book|schedule|arrange|reserve|set|fix|organi[sz]e|plan|pencil|confirm|prepare|draw|draft|generate|create|produce|write|print|get|sign|docusign|e sign|issue|open|start|begin|register|track|add|log|record|note|save|go|try|use|give|raise|lower|increase|change|move|update|mark|export|build|file|share|post|publish|remove|delete|run|order|request|propose|need|want)(?! (?:of|is|was|we|you|they|i|not)(?: |$))|have (?!(?:we|you|they|i|he|she|it|not|n|been|a|an|any) )\S+|do (?:it|that|this|so)|let (?!(?:s|me|us)(?: |$))\S+`;
/** To find out is no deed: "let me know", "tell me". */
const FINDS_OUT =
  'tell (?:me|us)|show (?:me|us)|explain|check|find out|look (?:up|at|into)|know|remind me (?:when|why|how|whether|if|what|who)|let (?:me|us) know|clarify|describe|list|help (?:me|us) (?:understand|decide|see)|advise|give (?:me|us) (?:your|an?) (?:opinion|view|idea)|ask (?:if|whether|what|when)|count|calculate|compute|estimate|compare|summari[sz]e|work out|figure out|understand|قل لي|قولي|تقول لي|تقولي|اخبرني|تخبرني|وضح|اشرح|تشرح|اعرف|نعرف|تاكد|قارن|احسب';
const EMBEDDED = word(
  'whether|when (?:we|i|he|she|they|it|did|was)|why|how (?:many|much|often|he|she|they|the|would|will)|what (?:would|will|happens|happened|if|does|do|did|is|was|the)|who (?:has|have|still|is|signed)|if (?:we|i|he|she|they|it|the|an?|there)(?: \\S+)? (?:already|was|were|has|have|had|is|did|sent|made|should|would|can|could)',
);

const POLITE =
  '(?:please|kindly|could you|can you|would you(?! (?:offer|say|go|recommend|advise|accept|pay|bid|suggest|do|rather|call|wait))|will you|can i|could i|may i|can we|could we|may we|i want you to|i need you to|(?:i|we)(?: d| would) like(?: you)? to|we want you to|we need you to|(?:i|we) (?:want|need|wish)(?: to)?|let s|lets|go ahead and|do you mind|would you mind|be so kind(?: as to)?|make sure (?:to|you)|(?:it is|it s|is it|would it be) (?:possible|ok|okay) (?:to|if (?:we|i))|(?:she|he|they)(?: d| would)? (?:likes?|wants?|loves?) to)';
const POLITE_AR =
  '(?:هل )?(?:(?:ممكن|يمكن|من الممكن)(?! ان ي| ي)|يمكنك|يمكنكم|يمكنني|يمكننا|بامكانك|بامكاننا|تستطيع|تستطيعون|تقدر|تقدرين|تقدرون|اقدر|نقدر|لو سمحت|لو سمحتم|لو تكرمت|من فضلك|فضلا|رجا|ارجوك|ارجو|اريد|اريدك|نريد|ابي|ابيك|ابغي|ابغاك|نبي|نبغي|بدي|بدنا|ودي|حاب|عايز|عاوز|احتاج|نحتاج|ياريت|يا ريت|خلينا|دعنا)';
const POLITELY = head(`${POLITE}|${POLITE_AR}`);
const PLEASE =
  'please|pls|plz|kindly|if you please|من فضلك|من فضلكم|لو سمحت|لو سمحتم|لو سمحتي|لو تكرمت|فضلا|رجا|ارجوك|ارجوكم';
const SAYS_PLEASE = word(PLEASE);
/** What is said for politeness alone; it asks for no more than what it goes with. */
const POLITENESS = new RegExp(
  `(?:^| )(?:${PLEASE}|(?:many )?thanks(?: (?:a lot|so much|in advance))?|thank you(?: (?:so much|very much|in advance))?|thx|cheers|شكرا(?: (?:لك|لكم|جزيلا|مقدما))?|مشكور|مشكورين)(?= |$)`,
  'gu',
);
/** What is not to be forgotten is wanted: "don't forget to send it". */
const REMINDS =
  /(?:^| )(?:(?:don t|do not|dont|never)(?: (?:ever|you|let (?:me|us|him|her|them)))? forget(?: (?:to|that|about))?|(?:(?:لا|ما) تنس(?:ي|ين|وا|ون|اش)?|متنساش)(?: ان(?:ك|كم|نا|ه|ها|هم)?)?)(?= |$)/gu;
/** "Could you not send it?", "please not send it". */
const POLITELY_NOT = head(
  `(?:(?:${POLITE}|${POLITE_AR}) )+(?:(?:maybe|perhaps|just|rather|simply) )?not(?! only(?: |$))|not (?:yet )?(?:${DEED})`,
);
const ORDERS = head(
  `(?:(?:please|kindly|let s|lets|go ahead and) )*(?:${DEED})|(?:(?:من فضلك|لو سمحت|رجا|فضلا) )*(?:ا?رسل|ارسلي|ارسلوا|ابعث|ابعثي|ابعت|ابعتي|قدم|قدمي|قدموا|احجز|احجزي|احجزوا|احجزلي|احجزلنا|رتب|رتبي|حدد|جهز|جهزي|اعد|حضر|حضري|اطلب|اطلبي|ابلغ|ابلغي|بلغ|بلغي|سجل|سجلي|اكتب|اكتبي|انشي|افتح|ابدا|اضف|سو|سوي|اعمل|اعملي|خلي|خليهم|نفذ|وقع|اخبر|اعط|غير|حدث|ضع|اعرض|حول|طلع|صمم|ارفع|حط|حطي|دز)`,
);
const DEED_AR =
  '[تنيا]?(?:رسل|حجز|قدم|بعث|بعت|جهز|عد|وقع|بلغ|نشي|فتح|رتب|عرض|طلب|كتب)\\S*|ارسال|حجز|تقديم|تجهيز|توقيع|عرض';
/** Politeness with a deed right behind it, "could you send", or with what comes of one, "I'd like an offer of 410k". */
const ASKS_FOR_DEED = head(
  `(?:(?:${POLITE}|${POLITE_AR}) )*(?:(?:${DEED})|(?:${POLITE_AR}) (?:ان )?(?:${DEED_AR}|(?:معاينه|زياره|موعد|عقد)\\S*))|(?:(?:i|we|he|she|they)(?: d| would)? (?:wants?|needs?|likes?) )?(?:an?|another|one|\\d\\S*)(?! (?:\\S+ )?(?:moments?|minutes?|seconds?|hours?|days?|nights?|weeks?|time|break|bit|while|look|rest)(?= |$))`,
);
const PLEASE_DO = word(`(?:${PLEASE}) (?:${DEED})`);
const LOOKS = head(`(?:(?:${POLITE}|${POLITE_AR}) )*(?:${FINDS_OUT})`);
const AND_DOES = new RegExp(`(?: and| then| و) ?(?:please |then )?(?:${DEED}|احجز|ارسل|قدم|جهز)(?= |$)`, 'u');

/** "If possible", "if she is free": politeness, and what a calendar says anyway. */
const POLITE_IF =
  /(?:^| )(?:if you please|if (?:\S+ ){0,3}?(?:possible|free|available|open|convenient|needed|necessary|ok|okay|fine|works|you (?:can|could|may|don t mind|do not mind|have (?:a moment|time)))|(?:لو|اذا|ان) (?:سمحت|سمحتم|تكرمت|ممكن|امكن|كان ممكنا|كان متاحا?|كانت متاحه|فاضي|تقدر|عندك وقت))(?= |$)/gu;
const SUPPOSES = word(
  'if|unless|in case|suppose|supposing|assuming|provided|what if|once (?:he|she|they|we)|as soon as|until (?:he|she|they|we)|would (?:have|we|he|she|they|it)|(?:we|i|he|she|they|it) (?:d|would|might|could|may) (?!like|love|appreciate|prefer|want|be (?:glad|happy|grateful))(?:\\S+ )?(?:book|send|offer|sign|mail|make|put|be|react|say|go|do|arrange|schedule|prepare|happen|accept|take|get|counter|draw|submit)|و?لو|و?اذا|لولا|في حال|بحال|افترض|بفرض|ماذا لو|شو لو|لما|حين|ما لم|الا اذا',
);

const ASKS = head(
  `(?:what|whats|which|who|whos|whom|whose|when|where|why|how|is|isn t|are|aren t|was|wasn t|were|weren t|do|does|did|don t you|doesn t|didn t|has|hasn t|have (?:we|you|they|i|he|she)|haven t|had|should|shouldn t|shall|would|wouldn t|could|can|can t|couldn t|will|won t|may|might|must|any (?:idea|news|chance|reason)|do you think)|و?(?:هل|ما|ماذا|لماذا|ليش|ليه|كيف|شلون|متي|اين|وين|فين|كم|من (?:الذي|اللي|الذين|لم|سي\\S*)|مين|منو|شو|وش|ايش|اش|اي|امتي|ليش ما|كيف ممكن|يا تري|الم|اليس)`,
);
const IDLE_QUESTION = word(
  'don t you (?:agree|think)|isn t it$|right$|do you think|what do you think|ما رايك|شو رايك|وش رايك|ايش رايك|برايك|يا تري',
);
/** "… or is it too early?", "… or wait?": between two ways nothing is ordered yet. */
const OR_ELSE = word(
  'or (?:is|are|should|shall|would|do|does|wait|not|rather|better|just (?:wait|call)|call|hold|leave|maybe|can|could|will|am|was|did|has|have|too|keep|first)|ام|ولا (?:ن|ا|ت|ي|ال|ب)\\S*|او (?:ننتظر|نستني|انتظر|استني|لا|ناجل|نصبر)',
);
const UNDOING =
  'cancel|withdraw|retract|revoke|take back|pull|call off|undo|scrap|stop|drop|forget|discard|delete|remove|rescind|recall|hold off|hold|wait with|postpone|delay|pause|skip|ignore|الغ|الغي|الغوا|تلغي|نلغي|الغا|اسحب|اسحبي|سحب|نسحب|تسحب|تراجع|اوقف|وقف|انس|انسي|اترك|اجل|احذف|امسح|شيل|كنسل';
const UNDOES = head(`(?:(?:${POLITE}|${POLITE_AR}) )*(?:${UNDOING})`);
const PLEASE_UNDO = word(`(?:${PLEASE}) (?:${UNDOING})`);
const DEED_FORMS =
  'send|sent|sending|submit|submitting|put|make|making|offer|offering|bid|mail|mailing|email|alert|notify|book|booking|schedule|scheduling|arrange|arranging|reserve|prepare|preparing|draw|draft|generate|create|sign|signing|counter|go ahead|do (?:it|that|this|anything)|want(?! to (?:wait|lose|miss|delay))|need|open|start';
const REFUSES = new RegExp(
  `(?:^| )(?:(?:let s not|don t|do not|dont|never|not to|no need to|needn t|mustn t|must not|shouldn t|should not|won t|will not|wouldn t|would not|rather not|not (?:going to|gonna|ready to|sure (?:whether|if|about)|yet)|instead of|without|isn t|is not|hold off|wait (?:before|with)|against|stop) (?:\\S+ ){0,2}?(?:${DEED_FORMS})|(?:not|no) (?:yet|now|today)$|(?:لا|ما|مو|مش|عدم|بدون|من دون|بلا|ليس|لم|لن|مب|موب) (?:(?:لازم|داعي|تحتاج|نحتاج|نريد|اريد|ابي|نبي|بدي|بدنا|تقوم|حاب) ?(?:ان |الي )?)?(?:${DEED_AR}))(?= |$)`,
  'u',
);
const WAS =
  'sent|offered|booked|made|mailed|e ?mailed|prepared|drew|drawn|signed|arranged|submitted|countered|scheduled|put|got|received|accepted|rejected|refused|turned down|declined|generated|created|wrote|written|told|informed|notified|withdrew|withdrawn|agreed|moved|drafted|presented|asked|cancelled|canceled|expired|went|came|saw|visited|viewed|showed';
const REPORTS = new RegExp(
  `(?:^| )(?:(?:i|we|he|she|they|it|you|who|that|\\p{L}{3,}) (?:(?:have|has|had|ve|already|just|also|even|once|then|only|never|d|finally|recently) )*(?:${WAS})|(?:was|were|been|being|got|is already|are already|already) (?:\\S+ )?(?:${WAS})|(?:سبق ان|قد|لقد|تم|تمت|وصل|وصلنا|وصلني|رفض|قبل ان|(?:ارسلنا|قدمنا|حجزنا|بعثنا|بعتنا|جهزنا|وقعنا|عرضنا|ارسلت|قدمت|حجزت|بعثت|بعتت|جهزت|اعددنا|اعدينا|طلبنا|ابلغنا|بلغنا|رتبنا|وقعوا|ارسلوا|قدموا)\\S*))(?= |$)`,
  'u',
);
const MUSES = word(
  'thinks?|thought|believes?|feels?|guess|doubts?|wonder(?:s|ing|ed)?|reckons?|suppose|afraid|worried|hopes?|imagine|heard|considering|thinking (?:of|about)|planning to|tempted|not sure|unsure|undecided|no idea|seems?|sounds?|looks like|(?:would|will|might|could|must|may) (?:be|have|mean|make|look|sound|cost|take|seem)|(?:is|are|was|were|s) (?:too|very|so|rather|quite|far|still|not|rude|fair|low|high|fine|ridiculous|risky|early|late)|اعتقد|اظن|يظن|تظن|يعتقد|تعتقد|نعتقد|افكر|نفكر|يفكر|اتوقع|يتوقع|اخاف|قلق|متردد|محتار|رايي|يبدو|سيكون|راح يكون|بيكون',
);

/** "I want to see it first" wishes for something, and is not the order to do the deed. */
type Manner = NotAskedFor | 'ordered' | 'wished' | undefined;

const isAgainst = (manner: Manner): manner is NotAskedFor =>
  manner !== undefined && manner !== 'ordered' && manner !== 'wished';

/** Of what is said together: an order holds, and a wish where nothing is refused or undone beside it. */
function asksFor(manners: readonly Manner[]): boolean {
  return (
    manners.includes('ordered') ||
    (manners.includes('wished') && !manners.includes('refusal') && !manners.includes('undoing'))
  );
}

const known = new WeakMap<Clause, { manner: Manner }>();

/** How a clause speaks of a deed; undefined where it says nothing for or against it. */
function mannerOf(clause: Clause): Manner {
  const { manner } = known.get(clause) ?? { manner: judge(clause) };
  known.set(clause, { manner });
  return manner;
}

function judge({ pieces, asks }: Clause): Manner {
  const plain = pieces.join(' ');
  const bare = withoutPoliteIf(plain);
  if (OR_ELSE.test(bare) && (asks || ASKS.test(bare) || POLITELY.test(bare))) return 'question';
  if (SUPPOSES.test(bare)) return asks || ASKS.test(bare) ? 'question' : 'condition';
  const judged = withPolitenessJoined(pieces);
  const manners = judged.map((piece, at) => mannerOfPiece(piece, asks && at === judged.length - 1));
  const asked = manners.findIndex((manner) => manner === 'ordered' || manner === 'wished');
  const blocked = asked > 0 && ASKS.test(bare) && !SAYS_PLEASE.test(plain);
  if (!blocked && asksFor(manners)) return manners.includes('ordered') ? 'ordered' : 'wished';
  return manners.find(isAgainst) ?? (asks ? 'question' : undefined);
}

/** The pieces, with "please" and "thanks" between commas at what they are said of: most often what stands before them. */
function withPolitenessJoined(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  let leading = '';
  for (const piece of pieces) {
    if (toJudge(piece) !== '') {
      joined.push(`${leading}${piece}`);
      leading = '';
    } else if (joined.length > 0) joined.push(`${joined.pop()} ${piece}`);
    else leading += `${piece} `;
  }
  return joined;
}

const toJudge = (piece: string) =>
  withoutPoliteIf(piece.replaceAll(POLITENESS, ' ').replaceAll(REMINDS, ' '));

function withoutPoliteIf(words: string): string {
  return words
    .replace(/(?:^| )(?:would it be|is it|it is) (?:possible|ok|okay|fine) (?:to|if (?:i|we)) /, ' please ')
    .replaceAll(POLITE_IF, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function mannerOfPiece(written: string, asks: boolean): Manner {
  const piece = toJudge(written);
  if (UNDOES.test(piece)) return AND_DOES.test(piece) ? 'ordered' : 'undoing';
  if (PLEASE_UNDO.test(written)) return 'undoing';
  if (LOOKS.test(piece)) return AND_DOES.test(piece) ? 'ordered' : 'question';
  if (POLITELY_NOT.test(piece)) return 'refusal';
  if (asks && ASKS.test(piece) && !POLITELY.test(piece)) return 'question';
  if (REFUSES.test(piece) && !ORDERS.test(piece)) return 'refusal';
  const orders = ORDERS.test(piece) || PLEASE_DO.test(written);
  const isPolite = orders || POLITELY.test(piece);
  if (!isPolite && (ASKS.test(piece) || IDLE_QUESTION.test(piece))) return 'question';
  if (isPolite || (SAYS_PLEASE.test(written) && !NAME_ALONE.test(piece))) {
    if (EMBEDDED.test(piece)) return 'question';
    return orders || ASKS_FOR_DEED.test(piece) ? 'ordered' : 'wished';
  }
  if (EMBEDDED.test(piece) || MUSES.test(piece) || REPORTS.test(piece)) return asks ? 'question' : 'remark';
  return undefined;
}

/** "Withdraw it, Omar, please" */
const NAME_ALONE = /^(?!(?:yes|yeah|yep|ok|okay|sure|نعم|اي|ايوه|تمام)$)\p{L}+$/u;

const POINTS_AT_DEED = word('it|that|this|them|ahead|so|\\S+(?:ه|ها|هم)');

/** Of a text; a message of a person has far fewer that are about one deed. */
const MOST_JUDGED_CLAUSES = 500;

/**
 * How a message speaks of what a tool does, where it does not ask for it: a request, a fragment that names what is to be
 * done, and what says nothing of it give undefined. Only the clauses with a word of the tool count, else those with a
 * number, else all. A text that is too long to be read whole is a remark, unless what is read of it asks.
 */
export function notAskedFor(
  message: Pick<ReadMessage, 'text'>,
  cues: readonly string[] = [],
): NotAskedFor | undefined {
  const clauses = clausesOf(message);
  const withCue = clauses.filter(({ pieces }) => pieces.some((piece) => hasPhrase(piece.split(' '), cues)));
  const withNumber = clauses.filter(({ pieces }) => pieces.some((piece) => /\d/.test(piece)));
  const about = [withCue, withNumber, clauses].find((some) => some.length > 0) ?? [];
  const judged = about.slice(0, MOST_JUDGED_CLAUSES);
  const manners = judged.map(mannerOf);
  if (asksFor(manners)) return undefined;
  // "What would 400k look like? Fine, send it": said of what stands before it.
  const pointsBack = clauses
    .slice(clauses.indexOf(judged[0]!) + 1)
    .filter(({ pieces }) => pieces.some((piece) => POINTS_AT_DEED.test(piece)))
    .slice(0, MOST_JUDGED_CLAUSES);
  if (pointsBack.some((clause) => asksFor([mannerOf(clause), ...manners]))) return undefined;
  const isUnread = about.length > judged.length || clauses.some(({ isCut }) => isCut);
  return manners.find(isAgainst) ?? (isUnread ? 'remark' : undefined);
}

/**
 * The manner in which a message speaks of a tool with a side effect without asking for it; undefined where the tool may be
 * called. A tool that keeps what is said takes it however it is said, and so does one whose own examples are questions or
 * remarks ("When are you free?").
 */
export function holdsBack(
  message: Pick<ReadMessage, 'text'>,
  spec: OfflineTool | undefined,
): NotAskedFor | undefined {
  if (spec?.sideEffect === undefined || spec.sideEffect === 'none' || spec.hints?.keepsWhatIsSaid)
    return undefined;
  const cues = spec.hints?.cues;
  const manner = notAskedFor(message, cues);
  if (manner === undefined || spec.examples.some((text) => notAskedFor({ text }, cues))) return undefined;
  return manner;
}

const NEEDS_NONE =
  /(?:^| )(?:(?:i|we|he|she|they|you) (?:really |actually )?(?:don t|do not|dont|doesn t|does not|won t|will not|didn t) (?:really |even |actually )?(?:need|want|require|like|take|care for)|no need (?:for|of)|not (?:interested in|looking for|asking for)|(?:لا|ما|مو|مش|لن) (?:احتاج|نحتاج|يحتاج|تحتاج|محتاج|محتاجه|اريد|نريد|يريد|تريد|ابي|نبي|ابغي|نبغي|بدي|بدنا|بده|بدها|اخذ|ناخذ|الي|بحاجه الي)|بدون|من دون)(?: (?:a|an|any|the|another|your|اي|الي))?(?: \S+)?$/;

/** Whether all that a message says of a tool is that somebody needs none of it: "I don't need a mortgage, I pay cash". */
export function needsNone({ words }: Pick<ReadMessage, 'words'>, spec: OfflineTool | undefined): boolean {
  if (spec === undefined || spec.hints?.keepsWhatIsSaid) return false;
  const places = (spec.hints?.cues ?? []).flatMap((cue) => findPhrase(words, phraseWords(cue)) ?? []);
  return places.length > 0 && places.every(({ start }) => NEEDS_NONE.test(words.slice(0, start).join(' ')));
}
