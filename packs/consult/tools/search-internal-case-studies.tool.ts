import { z } from 'zod';
import { defineTool } from '#pack-kit';
import { stemsOfText } from '../schema/case-studies/case-study.ts';
import {
  findCaseStudies,
  newestCaseStudies,
  type FoundCaseStudy,
} from '../schema/case-studies/case-study.read-model.ts';
import { canonicalIndustry } from '../schema/industries.ts';

const MOST = 5;

const input = z.object({
  query: z.string().trim().min(2).max(200).describe('What the case should be about.'),
  industry: z.string().trim().max(80).optional().describe('Such as Media or Logistics.'),
});

export interface FoundCaseStudies {
  caseStudies: FoundCaseStudy[];
  total: number;
  /** True if the industry had no cases, so that others were searched. */
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
  role: 'any',
  sideEffect: 'none',
  intents: ['research'],
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

/** Phrases that ask for cases on any subject. */
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

/** The subject of the requested cases; empty for a message that only asks for "similar examples". */
function subjectOf(query: string): string[] {
  return stemsOfText(query).filter((stem) => !GENERAL.has(stem));
}

function withSample(found: { caseStudies: FoundCaseStudy[]; total: number }): FoundCaseStudies {
  return { ...found, ...(found.caseStudies.some(({ isSample }) => isSample) && { sample: true as const }) };
}
