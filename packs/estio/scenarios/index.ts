import { defineScenarios } from '#pack-kit';
import { DocusignServer } from '../testing/docusign-server.ts';
import { toolSearch } from './tool-search.ts';
import { platformTools } from './platform-tools.ts';
import { offersAndContracts, ESIGN_TOKEN } from './offers-and-contracts.ts';
import { qualification } from './qualification.ts';
import { memory } from './memory.ts';
import { byTheSea } from './by-the-sea.ts';
import { search } from './search.ts';
import { officeTasks } from './office-tasks.ts';

/** The acceptance scenarios of the pack, on a Monday at nine (UTC) with the demo rows of that day. */
export const scenarios = defineScenarios({
  pack: 'estio',
  org: 'demo',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  services: { docusign: () => DocusignServer.start({ token: ESIGN_TOKEN }) },
  scenarios: [
    ...search,
    ...byTheSea,
    ...qualification,
    ...memory,
    ...toolSearch,
    ...officeTasks,
    ...offersAndContracts,
    ...platformTools,
  ],
});
