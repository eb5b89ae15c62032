// Jest starts with the largest files. A suite of the whole system is a few lines that take minutes: begun last, it would
// run alone while the other processes have nothing left to do.
const Sequencer = require('@jest/test-sequencer').default;

module.exports = class WholeSystemFirst extends Sequencer {
  sort(tests) {
    const ordered = super.sort(tests);
    const isWhole = ({ path }) => /[\\/]test[\\/](browser|e2e|faults|probes|scenarios)[\\/]/.test(path);
    return [...ordered.filter(isWhole), ...ordered.filter((test) => !isWhole(test))];
  }
};
