import { defineScenarios } from '#pack-kit';
import { DocusignServer } from '../testing/docusign-server.ts';
import { toolSearch } from './tool-search.ts';
import { platformTools } from './platform-tools.ts';
import { closing, ESIGN_TOKEN } from './closing.ts';
import { qualifying } from './qualifying.ts';
import { remembering } from './remembering.ts';
import { byTheSea } from './by-the-sea.ts';
import { searching } from './searching.ts';
import { working } from './working.ts';

/** The acceptance scenarios of the pack, on a Monday at nine (UTC) with the demo rows of that day. */
export const scenarios = defineScenarios({
  pack: 'estio',
  org: 'demo',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  services: { docusign: () => DocusignServer.start({ token: ESIGN_TOKEN }) },
  scenarios: [
    ...searching,
    ...byTheSea,
    ...qualifying,
    ...remembering,
    ...toolSearch,
    ...working,
    ...closing,
    ...platformTools,
  ],
});
