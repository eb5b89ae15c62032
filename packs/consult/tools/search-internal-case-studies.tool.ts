import { z } from 'zod';
import { defineTool, plainText } from '#pack-kit';
import {
  findCaseStudies,
  newestCaseStudies,
  type FoundCaseStudy,
} from '../schema/case-studies/case-study.read-model.ts';
import { subjectOf } from '../schema/case-studies/subject.ts';
import { canonicalIndustry } from '../schema/industries.ts';
import { caseStudy } from '../schema/case-studies/case-study.ts';

const MOST = 5;

const input = z.object({
  query: z.string().trim().min(2).max(200).describe('Topic of the case.'),
  industry: plainText('Such as Media.').optional(),
});

const result = z.object({
  caseStudies: z.array(caseStudy.extend({ isSample: z.boolean() })),
  total: z.number(),
  industryRelaxed: z
    .literal(true)
    .optional()
    .describe('True if the industry had no cases, so that others were searched'),
  sample: z.literal(true).optional(),
});
export type FoundCaseStudies = z.infer<typeof result>;

export const searchInternalCaseStudies = defineTool({
  name: 'search_internal_case_studies',
  description: 'Finds past projects of the consultant as proof: use case, problem and result with a figure.',
  category: 'consulting',
  capability: 'search',
  input,
  result,
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

function withSample(found: { caseStudies: FoundCaseStudy[]; total: number }): FoundCaseStudies {
  return { ...found, ...(found.caseStudies.some(({ isSample }) => isSample) && { sample: true as const }) };
}
