import { canonicalIndustry } from '../schema/industries.ts';
import names from './arabic-names.json' with { type: 'json' };

/** `samples` are the titles and results of the sample cases; imported cases stay as written. */
const { industries, samples }: Record<'industries' | 'samples', Readonly<Record<string, string>>> = names;

/** The name of an industry in the language; an industry that is not in the table stays as written. */
export function industryName(industry: string, language: string): string {
  return (language === 'ar' && industries[canonicalIndustry(industry) ?? industry]) || industry;
}

/** The title or result of a case in an Arabic reply. */
export function arabicSample(text: string, isSample: boolean): string {
  return (isSample && samples[text]) || text;
}
