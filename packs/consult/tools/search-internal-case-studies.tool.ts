import { z } from 'zod';
import { defineTool, type OfflineMessage } from '#pack-kit';
import { arabicSample } from '../schema/case-studies/arabic-samples.ts';
import { stemsOfText } from '../schema/case-studies/case-study.ts';
import {
  findCaseStudies,
  newestCaseStudies,
  type FoundCaseStudy,
} from '../schema/case-studies/case-study.read-model.ts';
import { canonicalIndustry, industryIn, industryName } from '../industries.ts';

const MOST = 5;

const input = z.object({
  query: z.string().trim().min(2).max(200).describe('What the case should be about.'),
  industry: z.string().trim().max(80).optional().describe('Such as Media or Logistics.'),
});

const KIND_OF_CASE =
  '(?:an?|any|some|the|your|one|another|more|other|own|sample|similar|real|recent|past|client|customer|use)';
/** Cases that are asked for: who handles cases of something, or has many of them, tells of their work. */
const ASKS_CASES = new RegExp(
  String.raw`\b(?:(?:do|did) you (?:also )?have|have you got|(?:is|are) there|any|another|(?:show|give|tell|send) (?:me|us)|(?:can|could|may) (?:i|we) see|i want to see|got)(?: ${KIND_OF_CASE})* cases?\b(?! (?:of|where|when|number|management|handling|files?|workers?)\b)|(?<!\p{L})(?:لديكم|لديك|عندكم|عندك|(?:يوجد|توجد|هناك)|ارن\p{L}*|ارون\p{L}*|اعط\p{L}*|اعرض\p{L}*|هات\p{L}*|ورين\p{L}*)(?: (?:لي|لنا|اي|من|بعض))* (?:ال)?حال(?:ه|ات)(?!\p{L})|دراس(?:ه|ات) (?:ال)?حال(?:ه|ات)|قص(?:ه|ص) (?:ال)?نجاح`,
  'u',
);
/** Of our experience; visitors tell of theirs. */
const ASKS_EXPERIENCE =
  /\b(?:you|your|any)\b.*\bexperience (?:with|in)\b|(?:لديكم|لديك|عندكم|عندك|لكم|هل) .*(?:خبره|تجربه|تجارب) (?:مع|في)/u;

export interface FoundCaseStudies {
  caseStudies: FoundCaseStudy[];
  total: number;
  /** The industry had none, so others were looked through. */
  industryRelaxed?: true;
  sample?: true;
}

export const searchInternalCaseStudies = defineTool({
  name: 'search_internal_case_studies',
  description: 'Finds past projects of the consultant as proof: use case, problem and result with a figure.',
  category: 'consulting',
  capability: 'search',
  input,
  whenToUse: [
    'The visitor doubts, or wants to see examples, references, similar customers.',
    'Whom the consultant has helped or worked for before: past clients, success stories, experience in an industry.',
    'Not for news or facts of the web.',
  ],
  examples: [
    'Have you done this for a media company?',
    'Any proof it works in logistics?',
    'Show me a similar customer',
    'هل لديكم أمثلة مشابهة في قطاع الصحة؟',
    'من استفاد من خدماتكم في التصنيع؟',
    'هل توجد قصص نجاح لشركات أخرى؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['research'],
  offline: {
    fill: {
      query: { from: 'rest', without: ['have you done', 'show me', 'هل لديكم'] },
      industry: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => industryIn(text) },
          { from: 'known', key: 'industry' },
        ],
      },
    },
    cues: [
      'have you done',
      'proof',
      'case study',
      'case studies',
      'case',
      'دراسة حالة',
      'دراسة الحالة',
      'دراسات حالة',
      'دراسات الحالة',
      'حالة',
      'حالات',
      'قصص نجاح',
      'قصة نجاح',
      'similar customer',
      'reference',
      'example',
      'examples',
      'worked with',
      'success stories',
      'work with',
      'clients',
      'customers',
      'أمثلة',
      'مثال',
      'مثالا',
      'من جرب',
      'جرب',
      'تعملون مع',
      'عملتم مع',
      'عملاء',
      'مشابهة',
      'تجارب',
      'من استفاد',
      'عملاء سابقين',
      'دليل',
      'إثبات',
      'برهان',
      'experience with',
      'experience in',
      'تجربة مع',
      'خبرة مع',
      'خبرة في',
      'اشتغلتم مع',
      'تعاملتم مع',
    ],
    applies: ({ normalized }) =>
      ASKS_EXPERIENCE.test(normalized) ||
      ASKS_CASES.test(normalized) ||
      /\b(?:have you (?:done|ever|helped|worked)|did you|proof|prove|case stud\w*|similar|references?|examples?|success stor\w*|past projects?|(?:do|did|have) you (?:ever )?(?:worked?|serve[ds]?) (?:with|for)|your (?:clients|customers)|who else (?:has )?(?:used|hired))\b|امثله|مثال|مشابه|استفاد|(?<!\p{L})جرب\p{L}*|تجارب|مشاريع سابقه|نفذتم|سابقه|(?:تعملون|عملتم|اشتغلتم|تعاملتم) (?:مع|في)|عملا[ءي]كم/u.test(
        normalized,
      ),
    reply: { en: reply, ar: replyArabic },
  },
  async execute({ query, industry: named }, context): Promise<FoundCaseStudies> {
    const stems = subjectOf(query);
    const industry = named && (canonicalIndustry(named) ?? named);
    return context.read(async (tx) => {
      if (stems.length === 0 && industry === undefined) return withSample(await newestCaseStudies(tx, MOST));
      const found = await findCaseStudies(tx, { stems, industry, limit: MOST });
      if (found.total > 0 || industry === undefined) return withSample(found);
      const wider =
        stems.length === 0
          ? await newestCaseStudies(tx, MOST)
          : await findCaseStudies(tx, { stems, industry: undefined, limit: MOST });
      return { ...withSample(wider), industryRelaxed: true as const };
    });
  },
});

/** How cases are asked for, whatever they are to be about. */
const GENERAL = new Set(
  stemsOfText(
    `case cases study studies example examples similar customer customers client clients reference references proof project projects
     past previous success stories story experience have done helped worked company companies other others show more any
     see can could who else name names list give recent former existing real used hired you your
     please send need want like looking look find tell there business businesses firm firms industry industries sector sectors
     something anything somebody anybody someone anyone one ones kind sort use sample
     أمثلة مثال مثالا مشابهة مشابه دراسات دراسة حالة حالات الحالة تجارب تجربة قصص قصة نجاح النجاح ناجحة نماذج نموذج
     عملاء عميل عملائكم عملاؤكم عملاءكم زبائن زبون زبائنكم سابقة سابقين سابق مشاريع مشروع مشاريعكم أعمال أعمالكم
     نفذتم عملتم اشتغلتم اشتغلتوا تعاملتم خدمتم ساعدتم معها معهم معه لديكم لديك عندكم عندك يوجد توجد هناك
     أي بعض كل المزيد مزيد أكثر غيرها غيركم أخرى آخر آخرين شركات شركة الشركات مؤسسات مؤسسة جهات قطاع قطاعات مجال
     أرني أروني أرنا أرونا ورني وريني ورينا فرجيني شوف أعطني أعطنا أعطيني أعطوني أعطونا عطني هات هاتوا
     أرسل أرسلوا ترسل ترسلوا ابعث ابعثوا اعرض اعرضوا تعرض تعرضوا اذكر اذكروا أخبرني أخبرنا حدثني حدثنا
     أريد نريد أود نود أرغب بدي أبغى أبي أحتاج نحتاج أرى نرى أشوف نشوف أشاهد نشاهد أطلع اطلاع
     ممكن يمكن يمكنك يمكنكم يمكنني تستطيع تستطيعون تقدر تقدرون`,
  ),
);

/** What the cases are to be about; nothing where "similar examples" is all that is asked for. */
function subjectOf(query: string): string[] {
  return stemsOfText(query).filter((stem) => !GENERAL.has(stem));
}

function withSample(found: { caseStudies: FoundCaseStudy[]; total: number }): FoundCaseStudies {
  return { ...found, ...(found.caseStudies.some(({ isSample }) => isSample) && { sample: true as const }) };
}

function reply(
  found: FoundCaseStudies,
  { industry }: { industry?: string },
  _message?: OfflineMessage,
): string {
  if (found.caseStudies.length === 0)
    return 'I have no case study that fits, and I will not make one up. Tell me more about your process and I will look again.';
  const relaxed = found.industryRelaxed
    ? [`There is none from ${industry}; these are from other industries.`]
    : [];
  const lines = found.caseStudies.map(
    ({ id, title, industry: of, result, isSample }, index) =>
      `${index + 1}. ${title} (${id}), ${of}${isSample ? ', sample case' : ''}: ${result}`,
  );
  const sample = found.sample ? ['These are sample case studies, not real customers.'] : [];
  return [...relaxed, ...lines, ...sample].join('\n');
}

function replyArabic(found: FoundCaseStudies, { industry }: { industry?: string }): string {
  if (found.caseStudies.length === 0)
    return 'لا توجد لدي دراسة حالة مناسبة، ولن أختلق واحدة. أخبرني المزيد عن عمليتكم وسأبحث مجددا.';
  const relaxed = found.industryRelaxed
    ? [`لا توجد دراسة من قطاع ${industryName(industry ?? '', 'ar')}؛ هذه من قطاعات أخرى.`]
    : [];
  const lines = found.caseStudies.map(
    ({ id, title, industry: of, result, isSample }, index) =>
      `${index + 1}. ${arabicSample(title, isSample)} (${id})، ${industryName(of, 'ar')}${isSample ? '، حالة تجريبية' : ''}: ${arabicSample(result, isSample)}`,
  );
  const sample = found.sample ? ['هذه دراسات حالة تجريبية وليست لعملاء حقيقيين.'] : [];
  return [...relaxed, ...lines, ...sample].join('\n');
}
