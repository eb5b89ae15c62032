import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import { ArcGisClient } from '../integrations/arcgis/arcgis-client.ts';
import { openBackend } from '../integrations/server/backend.ts';
import { CallAnswers } from '../integrations/server/call-answer.ts';
import { SampleServer, type SampleServerOptions } from '../integrations/sample/sample-server.ts';
import { readGeoSettings } from '../settings.ts';
import { expectPromisedResult } from '../../../test/harness/promised-result.ts';
import { geoTools } from '../tools/index.ts';

/** The sample service and a client for it, as in the process of the server. */
export async function openSample(given: Record<string, string> = {}, options: SampleServerOptions = {}) {
  const sample = await SampleServer.start(options);
  const clock = new FixedClock(new Date('2026-11-20T09:00:00Z'));
  const http = new OutboundHttp([sample.host], clock);
  const logged: object[] = [];
  const settings = readGeoSettings({ GEO_ARCGIS_BASE_URL: sample.url, ...given });
  const parts = { settings, http, tell: (line: object) => void logged.push(line) };
  return {
    sample,
    clock,
    settings,
    parts,
    logged,
    client: new ArcGisClient(parts, clock),
    close: async () => {
      await http.close();
      await sample.stop();
    },
  };
}

export type OpenedSample = Awaited<ReturnType<typeof openSample>>;

/** The tools over the sample service, as the server answers their calls; an unexpected error fails the call. */
export async function openAnswers(given: Record<string, string> = {}) {
  const opened = await openSample(given);
  const answers = new CallAnswers(geoTools, openBackend(opened.parts, opened.clock), (_, error) => {
    throw error;
  });
  return {
    ...opened,
    async call(name: string, args: object) {
      const answer = await answers.answer(name, args, new AbortController().signal);
      const tool = geoTools.find((known) => known.name === name);
      if (tool && answer.success) expectPromisedResult(tool, answer.data);
      return answer;
    },
  };
}

export type OpenedAnswers = Awaited<ReturnType<typeof openAnswers>>;

/** Arguments for each tool. */
const EVERYTHING = {
  query: 'Yas Island',
  district: 'Yas Island',
  districts: ['Yas Island', 'Hili'],
  municipality: 'Al Ain',
  year: 2023,
  max_budget: 80_000,
};
export const calls = geoTools.map(({ name, input }) => ({
  name,
  args: Object.fromEntries(Object.entries(EVERYTHING).filter(([field]) => field in input.shape)),
}));
