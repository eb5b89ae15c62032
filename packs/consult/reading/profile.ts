import { anySpelling } from '#text';
import { industryIn } from '../industries.ts';

/** What a message tells of the visitor; absent what it does not tell. */
export interface ToldProfile {
  name?: string;
  email?: string;
  company?: string;
  role?: string;
  industry?: string;
  website?: string;
  teamRoles?: string;
  techStack?: string;
  painPoint?: string;
  currentState?: string;
  askedForPrice?: true;
}

const MAX_CHARACTERS = 200;
/** "Excel.We are forty": a point with a sentence right behind it, which is no part of a name as in "Vue.js". */
const POINT_WITHOUT_SPACE = String.raw`(?<=[\p{L}\p{N})]{2})\.(?=(?:we|i|our|it|they|he|she|this|that|the|my)['’\s])`;
/** Where what is told ends: a mark, but for the point of "Node.js", or a word that begins something new. */
const END = String.raw`(?=[,;!?؟،…\n]|\.(?=[\s.…]|$)|${POINT_WITHOUT_SPACE}|\s(?:and (?:we|i|our|it|want|need|would)|but|so|because|which|who|that|with|ولكن|لكن|ونريد|وأريد)\b|$)`;
const NAME = String.raw`(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,3})`;

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const ROLES = String.raw`c[efimot]o|chief \p{L}+ officer|(?:vice president|vp|head|director|managing director|president|founder|owner|manager|lead)(?: of [\p{L} ]{2,40})?|[\p{L}]+ (?:manager|director|lead|officer)`;
const COUNT = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)`;
/** "12 lawyers", "4 paralegals": who works at something, as against what is counted otherwise. */
const PEOPLE_OF_A_TRADE = String.raw`(?!(?:customers|clients|visitors|patients|students|users|orders|offers|letters|numbers|servers|computers|papers|suppliers|tenants|payments|documents|events|readers|subscribers)\b)(?:\p{L}+(?:yers|ers|ors|ists|ants|ents|ees|ians)|nurses|clerks|paralegals|reps|colleagues)`;
const TEAM_MEMBER = String.raw`${COUNT}\s+(?:(?:senior|junior|backend|frontend|full-stack|product|project|data|software|machine learning|sales|marketing|support|customer)\s+){0,2}(?:developers?|engineers?|programmers?|designers?|managers?|pms?|analysts?|scientists?|testers?|marketers?|architects?|consultants?|agents?|people in [\p{L} ]{2,20}|${PEOPLE_OF_A_TRADE})`;
/** "Nobody is a developer", "a step where a manager approves": of one who is not said to be there. */
const NOBODY_OF_OURS = String.raw`(?<!\b(?:nobody|no one|none|neither)(?: of us| here)? (?:is|are|was) )(?<!\b(?:be|being|not|no|where|when|which|that|until|before|after|unless|if|so|then|as|like|by|from|to|need|want|hire|without) )(?<!\p{L})`;
const ACTS = String.raw`(?!\s+(?:approves|signs|checks|reviews|decides|confirms|accepts|rejects|gets|receives|looks|must|should|has to|can)(?!\p{L}))`;
const ARABIC_COUNT = String.raw`(?:\d+|واحد|اثنين|ثلاثة|ثلاث|أربعة|أربع|خمسة|خمس|ستة|ست|سبعة|سبع|ثمانية|تسعة|عشرة)`;
/** People by the endings of their plural, as against what is counted otherwise. */
const ARABIC_PEOPLE = String.raw`(?!(?:ساعات|سنوات|مرات|شركات|طلبات|صفحات|خطوات|دولارات|عمليات|مكالمات|سيارات|مستشفيات|عيادات|ملايين|معاملات|منتجات|خدمات|تقنيات)(?!\p{L}))\p{L}{3,}(?:ين|ون|ات)(?!\p{L})`;
const ARABIC_MEMBER = String.raw`${ARABIC_COUNT}\s+(?:مدراء|${ARABIC_PEOPLE})(?:\s+(?!(?:ي|ت|ن)\p{L}{3,}|و\p{L}|في(?!\p{L})|من(?!\p{L})|على(?!\p{L}))\p{L}+)?|مدير منتج|مديرة منتج`;

/** What a company's name ends in. */
const COMPANY_WORDS = String.raw`Ltd|Limited|LLC|LLP|Inc|GmbH|AG|PLC|Corp|Corporation|Company|Co|Group|Holdings?|Foods?|Bank|Insurance|Partners|Associates|Consulting|Consultants|Advisory|Accounting|Legal|Law|Solutions|Services|Systems|Software|Technologies|Tech|Labs?|Media|Studios?|Agency|Design|Logistics|Freight|Transport|Industries|Manufacturing|Construction|Builders|Engineering|Energy|Pharma|Health|Clinics?|Dental|Hotels?|Travel|Retail|Stores?|Trading|Motors|Bakery|Brewery|Farms?|Properties|Estates?|Realty|Capital|Ventures|Digital|Analytics`;
/** "Ben from Kite, ben@kite.example": the address tells that it is a company. */
const FROM = /(?<!\p{L})(?:from|at|of|with)\s+(\p{Lu}[\p{L}&'’-]*(?:\s\p{Lu}[\p{L}&'’-]*){0,3})/gu;

function companyOf(text: string, email: string | undefined): string | undefined {
  const domain = email?.split('@')[1]?.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...text.matchAll(FROM)]
    .map(([, named = '']) => named)
    .find((named) => domain?.startsWith(named.split(' ')[0]?.toLowerCase() ?? ' '));
}

/** In this order: the first pattern of a field that fits gives it. */
const PATTERNS: [Exclude<keyof ToldProfile, 'email' | 'industry' | 'askedForPrice'>, RegExp][] = [
  ['name', new RegExp(String.raw`(?:[Mm]y name is|[Tt]his is|I am called)\s+${NAME}`, 'u')],
  // "Mara Lund, mara@lund.example": who gives an address gives the name before it.
  [
    'name',
    new RegExp(
      String.raw`^(?:(?:[Ii]'?m|[Ii] am|[Ii]t'?s|[Yy]es|[Ss]ure|[Oo]k(?:ay)?)[\s,:]+)*(\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]+){0,3})[\s,;:–(<-]+(?:(?:and )?(?:my )?(?:e-?mail|mail|address)(?: is)?[\s:]+)?[^\s@<(]+@`,
      'u',
    ),
  ],
  [
    'name',
    new RegExp(
      String.raw`(?:^|[.,!]\s*)(?:I'?m|I am|[Ii]t'?s)\s+(\p{Lu}\p{Ll}[\p{L}'’-]*\s\p{Lu}\p{Ll}[\p{L}'’-]*)(?=[\s,.]|$)`,
      'u',
    ),
  ],
  [
    'name',
    /(?:^|[,.،]\s*)(?:أنا |انا |اسمي )?(\p{Script=Arabic}{2,}(?:\s\p{Script=Arabic}{2,}){1,2})\s*[,،:(-]\s*(?:و?(?:بريدي|ايميلي|إيميلي)(?: الإلكتروني| الالكتروني)?(?: هو)?[\s:]*)?[^\s@،]+@/u,
  ],
  // "I'm Dana from Brightfield", and no "I'm Director at Brightfield".
  [
    'name',
    /(?:^|[.,!]\s*)(?:I'?m|I am|[Ii]t'?s)\s+(?!(?:Head|Director|Founder|Owner|Manager|President|Partner)\b)(\p{Lu}\p{Ll}[\p{L}'’-]*)(?=\s(?:from|at)\s\p{Lu})/u,
  ],
  [
    'name',
    anySpelling(
      /(?:اسمي|أنا اسمي)\s+(\p{Script=Arabic}+(?:\s(?!و?(?:ايميل|إيميل|بريد|رقم|هاتف|جوال|موبايل|عنوان|انا|أنا|شركت|أعمل|اعمل|أريد|اريد|نريد)|(?:من|في|و|هو|هي)(?!\p{L}))\p{Script=Arabic}+)?)/u,
    ),
  ],
  [
    'company',
    new RegExp(
      String.raw`(?:I work (?:at|for)|[Oo]ur company (?:is|is called)|[Cc]ompany:|on behalf of)\s+((?:\p{Lu}|\d)[\p{L}\p{N}&.'’ -]{1,60}?)${END}`,
      'u',
    ),
  ],
  // "I'm Ben from Kite Foods": a company by the word it is named with, and no "Dana from New York".
  [
    'company',
    new RegExp(
      String.raw`(?:[Ii]['’]?m|[Ii] am|[Ii]t['’]?s|[Tt]his is|[Mm]y name is)\s+\p{L}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2}[\s,]+(?:from|at|of|with)\s+((?:\p{Lu}[\p{L}&'’-]*\s){1,3}(?:${COMPANY_WORDS}))(?![\p{L}])`,
      'u',
    ),
  ],
  ['company', new RegExp(String.raw`(?:[Ww]e are|[Ww]e're)\s+${NAME}(?=,|\.|$)`, 'u')],
  ['company', anySpelling(/(?:اسم شركتنا|شركتنا اسمها|أعمل في شركة)\s+(\p{L}+(?:\s\p{L}+)?)/u)],
  [
    'role',
    new RegExp(String.raw`(?:i am|i'm|i work as|as)\s+(?:the|a|an|their|our)?\s*(${ROLES})(?!\p{L})`, 'iu'),
  ],
  ['role', anySpelling(/أنا\s+((?:ال)?(?:مدير|مديرة|رئيس|رئيسة|مؤسس|مؤسسة)(?:\s\p{L}+){0,3})/u)],
  [
    'teamRoles',
    new RegExp(
      String.raw`${NOBODY_OF_OURS}((?:${TEAM_MEMBER})(?:\s*(?:,|and|&|plus)\s*(?:${TEAM_MEMBER}))*)${ACTS}`,
      'iu',
    ),
  ],
  ['teamRoles', new RegExp(String.raw`((?:${ARABIC_MEMBER})(?:\s*(?:،|و)\s*(?:${ARABIC_MEMBER}))*)`, 'u')],
  [
    'techStack',
    new RegExp(
      String.raw`(?:our (?:tech )?stack is|(?:we|they) (?:use|run on|work with|build (?:in|with|on)|are on)|built (?:on|with|in)|our stack:)\s+(.{2,80}?)${END}`,
      'iu',
    ),
  ],
  ['techStack', anySpelling(/(?:نستخدم|نعمل على|نعتمد على)\s+([^.،؛؟\n]{2,80})/u)],
  [
    'painPoint',
    new RegExp(
      String.raw`(?:we struggle with|our (?:main |biggest )?(?:problem|issue|pain point|challenge) is|we have trouble with|we lose (?:a lot of )?time (?:on|with))\s+(.{3,120}?)${END}`,
      'iu',
    ),
  ],
  [
    'painPoint',
    /\b((?:cop(?:y|ies|ying)|typ(?:e|es|ing)|enter(?:s|ing)?|re-?typ(?:e|es|ing)|re-?enter(?:s|ing)?|fill(?:s|ing)? (?:in|out)|prepar(?:e|es|ing)|compil(?:e|es|ing)|sort(?:s|ing)?|process(?:es|ing)?)\s+[\p{L} ]{2,40}?\s+(?:by hand|manually|all day(?: long)?|every (?:single )?day|again and again|over and over))/iu,
  ],
  ['painPoint', anySpelling(/(?:مشكلتنا هي|مشكلتنا|مشكلة في|نعاني من|نواجه صعوبة في)\s+([^.،؛؟\n]{3,120})/u)],
  [
    'currentState',
    /((?:we(?:'re| are| have)?|are)\s+(?:only |just |still |currently |already )*(?:exploring|testing ideas|looking into|not started|pilot\w*|a pilot|a proof of concept|live|in production|company-wide)[^.,;?!\n]{0,60})/iu,
  ],
  [
    'currentState',
    anySpelling(
      /((?:نحن|لا نزال|ما زلنا)\s+(?:\p{L}+\s){0,3}(?:نستكشف|نستكشف فقط|نجرب|تجريبي|في الإنتاج|لم نبدأ)[^.،؛؟\n]{0,60})/u,
    ),
  ],
];

/** "Can you send it to bob@corp.example": where something is to go is not who writes. */
const OTHERS_ADDRESS =
  /\b(?:send|forward|mail|email|e-mail|write|cc|copy)\b[^.?!\n]{0,120}\bto\s+(?!me\b|us\b|my\b)(?:\p{L}{1,40}\s+){0,3}(?:at\s+)?[^\s@]{1,64}@|(?:أرسل|ارسل|ابعث|أبعث)[^.؟\n]{0,120}\s(?:إلى|الى|ل)\s{0,3}(?:\p{L}{1,40}\s+){0,3}[^\s@]{1,64}@/iu;

/** Behind an @ stands no website. */
const WEBSITE =
  /(?:our (?:site|website|web site|page)|موقعنا|موقع شركتنا)[^.\n]{0,40}?((?:https?:\/\/)?(?<![@\p{L}\p{N}])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?(?:\/\S*)?)/iu;
const ASKS_PRICE = anySpelling(
  /\b(?:price|pricing|prices|how much (?:does|do|is|are|would)|quote|proposal|offer for us|an offer)\b|كم (?:سعر|تكلفة|يكلف)|عرض سعر|مسودة عرض/iu,
);
/** An industry is the visitor's own where the sentence is about them. */
const ABOUT_US = /\b(?:we|our|us|i work|i am|i'm)\b|نحن|شركتنا|قطاعنا|لدينا|عندنا/iu;

/** Reads what a visitor tells of themselves. Rules, no model: it runs on each message. */
export function readProfile(text: string): ToldProfile {
  const told: ToldProfile = {};
  for (const [field, pattern] of PATTERNS) {
    const found = pattern.exec(text)?.[1]?.trim().replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS);
    if (found) told[field] ??= found;
  }
  const email = OTHERS_ADDRESS.test(text) ? undefined : EMAIL.exec(text)?.[0].toLowerCase();
  const company = told.company ?? companyOf(text, email);
  const website = WEBSITE.exec(text)?.[1]?.replace(/[.,;!?]+$/, '');
  const industry = text
    .split(/(?<=[.!?؟\n])/)
    .filter((sentence) => ABOUT_US.test(sentence) && !/[?؟]/.test(sentence))
    .map(industryIn)
    .find((found) => found !== undefined);
  return {
    ...told,
    ...(company && { company }),
    ...(email && { email }),
    ...(website && { website }),
    ...(industry && { industry }),
    ...(ASKS_PRICE.test(text) && { askedForPrice: true as const }),
  };
}
