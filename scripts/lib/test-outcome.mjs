/**
 * What a run of Jest came to.
 *
 * @typedef {{ status: string, fullName?: string, ancestorTitles: string[] }} Result
 * @typedef {{ name: string, status: string, message?: string, assertionResults: Result[] }} Suite `name` is the path of
 *   its file, `message` what Jest shows of its failures.
 * @typedef {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number,
 *   testResults: Suite[] }} Outcome
 */

/** More files than these fail together for a reason, not by chance. */
const MOST_FILES_RUN_AGAIN = 3;
/** What is lost, or seen by another org, once in ten runs is a failure and not chance. */
const NEVER_RUN_AGAIN =
  /[\\/]test[\\/](faults|probes)[\\/]|(tenancy|row-level-security|scopes|queue-away|isolation)\.spec/;
/** fast-check has found an input that breaks the rule; the next run would try others. */
const FOUND_AN_INPUT = /Property failed after/;

/** The files that failed, where a second run by themselves may tell a crowded machine from a fault. */
export function filesToRunAgain(outcome) {
  const failed = (outcome?.testResults ?? []).filter(({ status }) => status === 'failed');
  const isFault = ({ name, message }) => NEVER_RUN_AGAIN.test(name) || FOUND_AN_INPUT.test(message ?? '');
  if (failed.length > MOST_FILES_RUN_AGAIN || failed.some(isFault)) return [];
  return failed.map(({ name }) => name);
}

/** Both runs as one: of a file that ran twice, the second time counts. */
export function withSecondRun(first, second) {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  return outcomeOf(first.testResults.map((suite) => again.get(suite.name) ?? suite));
}

/** The tests, as file and title, that failed in the first run and not in the second. */
export function passedOnlyAlone(first, second) {
  const failedTitlesOf = new Map(second.testResults.map((suite) => [suite.name, failedTitles(suite)]));
  return first.testResults.flatMap((suite) =>
    failedTitles(suite)
      .filter((title) => failedTitlesOf.get(suite.name)?.includes(title) === false)
      .map((title) => ({ file: suite.name, title })),
  );
}

/** A suite that could not even be read has failed without a test that failed. */
function failedTitles({ status, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (status === 'failed' && failed.length === 0) return ['the whole file'];
  return failed.map(({ fullName }) => fullName);
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
