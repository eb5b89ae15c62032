import { defineScenarios } from '#pack-kit';
import { researching } from './researching.ts';
import { selling } from './selling.ts';
import { searchServer, wordpressSite } from './services.ts';
import { statistics, working } from './working.ts';

/** The acceptance scenarios of the pack; the clock starts where the demo leads are counted from. */
export const scenarios = defineScenarios({
  pack: 'consult',
  org: 'advisory',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T00:00:00Z',
  services: { search: searchServer(), flaky: searchServer({ failures: 2 }), site: wordpressSite },
  scenarios: [statistics, ...selling, ...researching, ...working],
});
