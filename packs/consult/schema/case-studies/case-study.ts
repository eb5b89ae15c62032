import { z } from 'zod';
import { contentStems, normalizedWords } from '#text';

/** One line of an import file. */
export const caseStudy = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'expected small letters, digits and hyphens, such as cs-01'),
  title: z.string().trim().min(1).max(200),
  industry: z.string().trim().min(1).max(80),
  useCase: z.string().trim().min(1).max(200),
  problem: z.string().trim().min(1).max(2_000),
  result: z.string().trim().min(1).max(2_000),
  metricValue: z.number().nullable().default(null),
  metricUnit: z.string().trim().max(60).nullable().default(null),
  year: z.int().min(1990).max(2100).nullable().default(null),
});
export type CaseStudy = z.infer<typeof caseStudy>;

/** Word stems by which search finds a case study. */
export function stemsOf({ title, industry, useCase, problem, result }: CaseStudy): string[] {
  return stemsOfText([title, industry, useCase, problem, result].join(' '));
}

/** Distinct stems of the words that carry meaning. */
export function stemsOfText(text: string): string[] {
  return [...new Set(contentStems(normalizedWords(text)))];
}
