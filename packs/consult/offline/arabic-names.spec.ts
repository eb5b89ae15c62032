import { INDUSTRIES } from '../schema/industries.ts';
import { demoCaseStudies } from '../seeds/demo-case-studies.ts';
import { arabicSample, industryName } from './arabic-names.ts';

it.each(demoCaseStudies)('$id has its title and its result in Arabic', ({ title, result }) => {
  for (const text of [title, result]) expect(arabicSample(text, true)).not.toMatch(/[a-z]/i);
});

it('keeps imported cases, and industries that are not in the table', () => {
  expect(arabicSample('Claim triage', false)).toBe('Claim triage');
  expect(industryName('Beekeeping', 'ar')).toBe('Beekeeping');
});

it('has a name for every industry, also for its synonyms', () => {
  for (const name of Object.keys(INDUSTRIES)) expect(industryName(name, 'ar')).toMatch(/\p{Script=Arabic}/u);
  expect(industryName('retailers', 'ar')).toBe('تجارة التجزئة');
  expect(industryName('Retail', 'en')).toBe('Retail');
});
