import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { asksAboutCall } from '../reading/question-of-offer.ts';
import { isPlace } from '../reading/place.ts';
import { offeredCall } from './offered-call.ts';

interface Topic {
  asks: RegExp;
  /** Is of something else. */
  not?: RegExp;
  en: string;
  ar: string;
}

const WORK_OF_OURS = String.raw`(?:(?:a|an|the|your|this|that|such a|one|typical|whole|consulting|ai|our|first|it) )*(?:projects?|engagements?|implementations?|consulting|work|solution|build|pilot|process|thing|it|this|that|all(?: of)? (?:it|this|that)|everything)`;

/** What they may be or work in: whether it is a place is looked at apart. */
const IN_NAMED = (group: string) =>
  String.raw`in (?!an?\b|our\b|touch\b|charge\b)(?<${group}>\p{L}+(?: \p{L}+){0,2})`;
/** Of the visitor's own work, which asks nothing. */
const OWN_WORK =
  /\b(?:we|i|they|(?:our|my) \p{L}+) (?:\p{L}+ )?(?:checks?|process(?:es)?|handles?|enters?|tracks?|reviews?|types?|reconciles?|chases?|copy|copies|match(?:es)?|manages?|give|gives|deal|deals) (?!you\b)|(?<!\p{L})(?:نقدم|نعطي|نمنح|نتابع|نراجع|ندقق|نعالج) (?:\p{L}+ )?(?:ال)?ضمان|ضمان\p{L}* (?:\p{L}+ )?(?:ل|لل)(?:عملا|زباين|زبن)/u;

/** What visitors ask of the company itself: what is so is said, and what is not known here is named as such. */
const TOPICS: Topic[] = [
  {
    asks: new RegExp(
      String.raw`\bhow (?:long|many (?:days|weeks|months)|much time) (?:do|does|would|will|is|are|can|could|should|might) ${WORK_OF_OURS}(?: (?:usually|typically|normally|generally|roughly|then))?(?: (?:take|last|need|run|be|go on))?(?: (?:for us|usually|typically|normally|then|in total|with you|to (?:finish|complete|implement|build|deliver)))*$|\b(?:how (?:soon|quickly|fast)|when) (?:can|could|would|will|do|does) (?:(?:we|i|you|it|this|that) )?(?:be )?(?:see (?:any |first )?results|ready|finished|done|deliver|finish|live|up and running)\b|\b(?:time ?line|time ?frame|duration)\b.*\b(?:project|engagement|typical|usual)\b|(?:كم|ما) (?:من )?(?:ال)?(?:يستغرق|تستغرق|مده|وقت|ياخذ|تاخذ|يطول)(?: \p{L}+)? ?(?:ال)?(?:مشروع|مشاريع|عمل معكم|تنفيذ|استشار\p{L}*)|متي (?:نري|تظهر) (?:ال)?نتايج`,
      'u',
    ),
    not: /\b(?:work ?shop|training|course|pay off|pay back|break even|call|team|people|staff|each|every|week|invoices?|reports?)\b|ورشه|تدريب|دوره|مكالمه|فريق/u,
    en: 'The workshop takes two days. How long an engagement takes depends on what is built: no length is on record here, and I do not make one up.',
    ar: 'ورشة العمل يومان. أما مدة المشروع الاستشاري فتعتمد على ما يُبنى: ليست مسجلة هنا، ولا أختلقها.',
  },
  {
    asks: new RegExp(
      String.raw`\b(?:where (?:are|r|is) (?:you|u|your (?:company|office|offices|team|headquarters)|the (?:company|consultant|office))(?: guys| people)?(?: (?:located|based|situated|from|sitting))?$|(?:which|what) (?:city|country|town|time ?zone) (?:are|do|is) (?:you|your|the consultant)\b|where do you (?:work|operate|sit|live)|(?:what is|whats|what s) your (?:address|location)|your (?:address|office)$|do you have (?:an? )?(?:local )?(?:office|offices|branch|branches)(?=$| (?:in|near|here|there|close|abroad|outside|around|at|too|we|i)\b)|are you (?:located|based|situated|from|local)\b|(?:can|could|would|do|will) you (?:also |ever )?(?:come|travel|fly|drive) (?:over |out )?to (?!(?:an?|the|some) (?:agreement|conclusion|decision))|are you ${IN_NAMED('where')}$|(?:do|can|could|would|will) you (?:also )?(?:work|operate|do (?:it|this|that)) (?:remote(?:ly)?|online|on ?site|locally|abroad|internationally|worldwide|${IN_NAMED('works')})$)`,
      'u',
    ),
    en: 'Where the consultant works from is not on record here. The workshop is held with your team; place and date, on site or remote, are settled with the consultant.',
    ar: 'مكان عمل المستشار غير مسجل هنا. تُعقد الورشة مع فريقكم، ويُتفق مع المستشار على المكان والموعد، حضوريا أو عن بعد.',
  },
  {
    asks: /\b(?:guarantee[sd]?|warrant(?:y|ies)|refunds?|refunded|money back guarantee|get (?:our|my|the) money back if|what (?:if|happens if|happens when) (?:it|this|that|the (?:project|workshop|solution|engagement)|nothing) (?:does not|doesn t|do not|don t|is not|isn t|are not|aren t|am not|m not|fails?|goes wrong|breaks?|comes? (?:of|out)|did not|didn t|never)|what (?:if|happens if|happens when) (?:we|i) (?:are not|aren t|re not|am not|m not|do not|don t) (?:\p{L}+ )?(?:happy|satisfied|pleased|convinced|like|see|save|get|benefit)|promise (?:us|me|any) (?:results?|savings?|anything))\b|(?<!\p{L})(?:ال|ب|ل)?(?:ضمانا?|ضمانات|تضمنون|تضمنوا|استرداد (?:ال)?(?:مال|مبلغ))(?!\p{L})|ماذا (?:لو|اذا) (?:لم|فشل|ما) ?(?:ينجح|نجح|يعجبنا|نرض)?/u,
    not: /\bour (?:customers|clients|warranty|guarantee|refunds?)\b|\b(?:we|our \p{L}+) (?:\p{L}+ )?(?:refund|guarantee|handle|process)\b|\b(?:warranty|refund) (?:claims?|requests?|cases?)\b|الاجتماعي/u,
    en: 'No guarantee is on record here, and I promise none: what holds if it does not work is agreed with the consultant before anything begins. What I can do beforehand is work out with your own figures what has to come of it.',
    ar: 'لا يوجد ضمان مسجل هنا، ولا أعد بشيء: ما يحدث إن لم ينجح الأمر يُتفق عليه مع المستشار قبل البدء. وأستطيع قبل ذلك أن أحسب بأرقامكم ما الذي يجب أن يتحقق.',
  },
  {
    asks: /\b(?:pay|invoice|bill)(?: (?:you|us|it|that|for it))? (?:in (?:euros?|pounds|dirhams?|riyals?|instal?lments|parts|advance|arrears|our currency|another currency)|by (?:card|credit card|invoice|bank transfer|transfer|cheque|check)|with (?:paypal|a card|card|crypto)|later|monthly|up ?front|afterwards|after(?: the)?)\b|\b(?:payment (?:terms|plans?|methods?|options?)|instal?lments|(?:plus|including|incl|excluding|with|without) (?:vat|tax)|how do (?:we|i) pay)\b|(?:ندفع|الدفع|ادفع) (?:باليورو|بالدرهم|بالريال|بالتقسيط|على دفعات|علي دفعات|بالبطاقه|لاحقا)|تقسيط/u,
    not: /\b(?:our|the) (?:customers?|clients?|patients|suppliers?)\b|\b(?:they|customers|clients) pay\b/u,
    en: 'Prices here are in US dollars and each is one sum. Currency, invoice, tax and payment in parts are settled with the consultant.',
    ar: 'الأسعار هنا بالدولار وكل منها مبلغ واحد. أما العملة والفاتورة والضريبة والدفع على أجزاء فيُتفق عليها مع المستشار.',
  },
];
/** Arabic asks for the place in words of its own. */
const PLACE_ARABIC =
  /(?<!\p{L})(?:اين|وين|فين) (?:انتم|انت|مقركم|مكتبكم|تقعون|موقعكم|شركتكم|تعملون|موجودين|موجودون)|في اي (?:مدينه|بلد|دوله) (?:انتم|تعملون)|(?:ما|شو|وش) (?:هو )?عنوانكم|(?:هل )?(?:لديكم|عندكم) (?:مكتب|فرع)|تعملون (?:عن بعد|اونلاين)/u;

const GOES_ON = {
  en: (call: string) => `For the rest I can ${call}.`,
  ar: (call: string) => `ولما بقي أستطيع أن ${call}.`,
};

/** "How long does the call take?", "who is the consultant?" */
const OF_A_CALL = {
  en: 'Who the consultant is, and how long a talk takes, where and with whom, is not on record here: it is settled with the consultant.',
  ar: 'من هو المستشار وكم يستغرق الحديث معه وأين ومع من غير مسجل هنا: يُتفق على ذلك مع المستشار.',
};

/** What is named as the place has to be one. */
function isAsked(asks: RegExp, { text, normalized }: RoutineTurn['message']): boolean {
  const found = asks.exec(normalized);
  const { where, works } = found?.groups ?? {};
  const named = where ?? works;
  return found !== null && (named === undefined || isPlace(named, text));
}

/** "Where are you located?", "how long does a project take?", "do you give a guarantee?" */
export const answerOfCompany: OfflineRoutine = (turn: RoutineTurn) => {
  const { agent, message, nothingFits } = turn;
  if (!nothingFits || agent === 'admin') return undefined;
  const { normalized } = message;
  if (OWN_WORK.test(normalized)) return undefined;
  const known = TOPICS.filter(
    ({ asks, not }, at) =>
      (isAsked(asks, message) || (at === 1 && PLACE_ARABIC.test(normalized))) && !not?.test(normalized),
  );
  const topics = known.length === 0 && asksAboutCall(normalized) ? [OF_A_CALL] : known;
  if (topics.length === 0) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  return {
    reply: [...topics.map((topic) => topic[language]), GOES_ON[language](offeredCall(turn))].join(' '),
  };
};
