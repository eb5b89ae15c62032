/**
 * What a run of Jest came to.
 *
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName?: string, ancestorTitles: string[] }[] }} Suite
 * `name` is the path of its file.
 * @typedef {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, testResults: Suite[] }} Outcome
 */

/** More files than these fail together for a reason, not by chance. */
const MOST_FILES_RUN_AGAIN = 3;
/** A message that is lost, or a row of another org that is seen, once in ten runs is a failure and not chance. */
const NEVER_RUN_AGAIN = /[\\/]test[\\/](faults|probes)[\\/]/;

/** The files that failed, where a second run by themselves may tell a crowded machine from a fault. */
export function filesToRunAgain(outcome) {
  const failed = (outcome?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
  const mayBeChance =
    failed.length <= MOST_FILES_RUN_AGAIN && !failed.some((file) => NEVER_RUN_AGAIN.test(file));
  return mayBeChance ? failed : [];
}

/** Both runs as one: of a file that ran twice, the second time counts. */
export function withSecondRun(first, second) {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  return outcomeOf(first.testResults.map((suite) => again.get(suite.name) ?? suite));
}

/** The titles of tests that failed in the first run and not in the second. */
export function passedOnlyAlone(first, second) {
  const failedAgain = new Set(second.testResults.flatMap(failedTitles));
  const ranAgain = new Set(second.testResults.map(({ name }) => name));
  return first.testResults
    .filter(({ name }) => ranAgain.has(name))
    .flatMap(failedTitles)
    .filter((title) => !failedAgain.has(title));
}

/** A suite that could not even be read has failed without a test that failed. */
function failedTitles({ name, status, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${name} as a whole`];
  return failed.map(({ fullName }) => `${name}: ${fullName}`);
}

function outcomeOf(testResults) {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status) => results.filter((result) => result.status === status).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
    ).length,
    testResults,
  };
}
