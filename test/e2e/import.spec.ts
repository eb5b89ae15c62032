import { consult } from '../../packs/consult/index.ts';
import { advisoryOrg } from '../../packs/consult/testing/advisory.fixture.ts';
import {
  searchInternalCaseStudies,
  type FoundCaseStudies,
} from '../../packs/consult/tools/search-internal-case-studies.tool.ts';
import { readRows } from '../../scripts/import/read-rows.ts';

const line = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: 'own-1',
    title: 'Quarry planning',
    industry: 'Mining',
    useCase: 'Shift plans',
    problem: 'Plans were made by hand.',
    result: '9 hours per week saved',
    metricValue: 9,
    metricUnit: 'hours per week',
    year: 2025,
    ...change,
  });

describe('npm run import', () => {
  const [spec] = consult.imports ?? [];
  if (!spec) throw new Error('consult imports nothing');
  const advisory = advisoryOrg();

  it('replaces the samples by the rows of the file', async () => {
    const rows = readRows(`\uFEFF${line()}\r\n\n${line({ id: 'own-2', year: undefined })}\n`, spec);
    const done = await advisory.inOrg((tx) => spec.replace(tx, rows));
    expect(done).toEqual({ removed: 12, added: 2 });
    const found = await advisory.run<FoundCaseStudies>(searchInternalCaseStudies, { query: 'quarry shifts' });
    expect(found.caseStudies.map(({ id, isSample }) => [id, isSample])).toEqual([
      ['own-1', false],
      ['own-2', false],
    ]);
    expect(found.sample).toBeUndefined();
  });

  it.each([
    ['', /has no rows/],
    ['{', /line 1: /],
    [`${line()}\n${line()}`, /line 2: "own-1" stands in line 1 already/],
    [line({ result: '' }), /line 1: .*result/],
    [line({ secret: 1 }), /line 1: .*secret/],
  ])('refuses %s', (text, problem) => {
    expect(() => readRows(text, spec)).toThrow(problem);
  });
});
