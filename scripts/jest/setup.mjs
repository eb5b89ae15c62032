// Adds to jest-light-runner what it lacks of Jest: time limits of tests and hooks, all fake timers, and places in our
// sources where something fails.
import { setSourceMapsSupport } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { addEventHandler } from 'jest-circus';

const DEFAULT_TIMEOUT_MS = 480_000;
const { clearTimeout, setTimeout } = globalThis;

setSourceMapsSupport(true, { nodeModules: false });

addEventHandler((event, { currentDescribeBlock: block }) => {
  if (event.name === 'add_test') limit(block.children.at(-1));
  if (event.name === 'add_hook') limit(block.hooks.at(-1));
});

function limit(entry) {
  const { fn, timeout = DEFAULT_TIMEOUT_MS } = entry;
  if (!fn) return;
  entry.fn = async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Exceeded its time limit of ${timeout} ms`)), timeout);
    });
    try {
      return await Promise.race([fn(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
for (const name of [
  'useFakeTimers',
  'useRealTimers',
  'setSystemTime',
  'advanceTimersByTime',
  'advanceTimersByTimeAsync',
  'advanceTimersToNextTimer',
  'getTimerCount',
])
  jest[name] = (...args) => timers[name](...args) ?? jest;
