import { at } from '../lib/project.mjs';
import { compiledFilter, sourceOf } from './compiled.mjs';

describe('the files of tests', () => {
  it.each([
    ['dist/libs/queue/jobs.spec.js', 'libs/queue/jobs.spec.ts'],
    ['dist/web/apps/admin/web/src/ui/csv.spec.js', 'apps/admin/web/src/ui/csv.spec.ts'],
    ['scripts/lib/progress.spec.mjs', 'scripts/lib/progress.spec.mjs'],
  ])('%s was compiled from %s', (file, source) => expect(sourceOf(at(file))).toBe(source));

  it.each([
    ['libs/queue', 'libs/queue'],
    ['./libs/queue/jobs.spec.ts', 'libs/queue/jobs.spec.js'],
    ['scripts/lib/progress.spec.mjs', 'scripts/lib/progress.spec.mjs'],
    ['--testNamePattern=x.ts', '--testNamePattern=x.ts'],
  ])('the filter %s finds %s', (arg, filter) => expect(compiledFilter(arg)).toBe(filter));
});
