import Sequencer from '@jest/test-sequencer';
import { secondsOf } from './timings.mjs';

/** Starts the suites that took longest first: begun last, they would run alone while the other workers have nothing to do. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => secondsOf(b.path) - secondsOf(a.path));
  }
}
