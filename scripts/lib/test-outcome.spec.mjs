import { filesToRunAgain, passedOnlyAlone, withSecondRun } from './test-outcome.mjs';

const PAGES = '/turnpike/test/browser/pages.spec.ts';
const BROKEN = 'Property failed after 3 tests';
const FAULTS = '/turnpike/test/faults/random-faults.spec.ts';

describe('the outcome of the tests', () => {
  it.each([
    ['none, where all passed', [suite(PAGES, { opens: 'passed' })], []],
    ['one that failed', [suite(PAGES, { opens: 'failed' }), suite(FAULTS, { loses: 'passed' })], [PAGES]],
    [
      'none, where more failed than chance explains',
      ['a', 'b', 'c', 'd'].map((name) => suite(name, { is: 'failed' })),
      [],
    ],
    [
      'none, where something was lost',
      [suite(PAGES, { opens: 'failed' }), suite(FAULTS, { loses: 'failed' })],
      [],
    ],
    [
      'none, where an input was found that breaks a rule',
      [{ ...suite(PAGES, { opens: 'failed' }), message: BROKEN }],
      [],
    ],
  ])('runs again %s', (_, testResults, expected) => {
    expect(filesToRunAgain({ testResults })).toEqual(expected);
  });

  it('runs nothing again after a run that left no report', () => {
    expect(filesToRunAgain(undefined)).toEqual([]);
  });

  it('counts the second run of a file, and names what passed only then', () => {
    const first = {
      testResults: [
        suite(FAULTS, { loses: 'passed' }),
        suite(PAGES, { opens: 'failed', closes: 'failed', prints: 'passed' }),
      ],
    };
    const second = { testResults: [suite(PAGES, { opens: 'passed', closes: 'failed', prints: 'passed' })] };
    expect(withSecondRun(first, second)).toMatchObject({
      numPassedTests: 3,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 0,
    });
    expect(passedOnlyAlone(first, second)).toEqual([{ file: PAGES, title: 'opens' }]);
  });

  it('counts a file that could not be read', () => {
    const unread = { name: PAGES, status: 'failed', assertionResults: [] };
    const first = { testResults: [unread] };
    expect(withSecondRun(first, first)).toMatchObject({ numFailedTests: 0, numRuntimeErrorTestSuites: 1 });
    const second = { testResults: [suite(PAGES, { opens: 'passed' })] };
    expect(passedOnlyAlone(first, second)).toEqual([{ file: PAGES, title: 'the whole file' }]);
    expect(withSecondRun(first, second)).toMatchObject({ numPassedTests: 1, numRuntimeErrorTestSuites: 0 });
  });
});

function suite(name, statusByTitle) {
  const assertionResults = Object.entries(statusByTitle).map(([fullName, status]) => ({
    fullName,
    status,
    ancestorTitles: [],
  }));
  const failed = assertionResults.some(({ status }) => status === 'failed');
  return { name, status: failed ? 'failed' : 'passed', assertionResults };
}
