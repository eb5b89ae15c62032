import { defineScenarios } from '#pack-kit';
import { SampleServer } from '../integrations/sample/sample-server.ts';
import { questions } from './questions.ts';
import { refusals } from './refusals.ts';

/** The acceptance scenarios of the pack, over the sample service. */
export const scenarios = defineScenarios({
  pack: 'geo',
  org: 'gulf',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  services: {
    arcgis: async () => {
      const sample = await SampleServer.start();
      return { url: sample.url, close: () => sample.stop() };
    },
  },
  env: ({ arcgis = '' }) => ({ GEO_ARCGIS_BASE_URL: arcgis }),
  scenarios: [...questions, ...refusals],
});
