import { INDUSTRIES, industryName } from '../industries.ts';
import { demoCaseStudies } from '../../seeds/demo-case-studies.ts';
import { arabicSample } from './arabic-samples.ts';

describe('case studies in Arabic', () => {
  it.each(
    demoCaseStudies.map(({ id, title, problem, result, industry }) => [id, title, problem, result, industry]),
  )(
    '%s has its title, its problem, its result and its industry',
    (_id, title = '', problem = '', result = '', industry = '') => {
      for (const text of [
        arabicSample(title, true),
        arabicSample(problem, true),
        arabicSample(result, true),
        industryName(industry, 'ar'),
      ])
        expect(text).not.toMatch(/[a-z]/i);
    },
  );

  it('leaves what an org has imported, and industries of its own', () => {
    expect(arabicSample('Claim triage', false)).toBe('Claim triage');
    expect(industryName('Beekeeping', 'ar')).toBe('Beekeeping');
  });

  it('names every industry, also by the words that mean it', () => {
    for (const name of Object.keys(INDUSTRIES))
      expect(industryName(name, 'ar')).toMatch(/\p{Script=Arabic}/u);
    expect(industryName('retailers', 'ar')).toBe('تجارة التجزئة');
    expect(industryName('Retail', 'en')).toBe('Retail');
  });
});
