import { defineScenarios } from '#pack-kit';
import { research } from './research.ts';
import { sales } from './sales.ts';
import { searchServer, wordpressSite } from './services.ts';
import { statistics, conversationTools } from './conversation-tools.ts';

/** The acceptance scenarios of the pack; the clock starts where the demo leads are counted from. */
export const scenarios = defineScenarios({
  pack: 'consult',
  org: 'advisory',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T00:00:00Z',
  services: { search: searchServer(), flaky: searchServer({ failures: 2 }), site: wordpressSite },
  scenarios: [statistics, ...sales, ...research, ...conversationTools],
});
