import Sequencer from '@jest/test-sequencer';
import { secondsOf } from './timings.mjs';

/** Starts the longest suites first. If they started last, they would run alone while other workers are idle. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => secondsOf(b.path) - secondsOf(a.path));
  }
}
