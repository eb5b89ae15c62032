import { FixedClock } from '#config';
import { OutboundHttp } from '#outbound';
import { ArcGisClient } from '../integrations/arcgis/arcgis-client.ts';
import { SampleServer, type SampleServerOptions } from '../integrations/sample/sample-server.ts';
import { readGeoSettings } from '../settings.ts';

/** The sample service and a client for it, as in the process of the server. */
export async function openSample(given: Record<string, string> = {}, options: SampleServerOptions = {}) {
  const sample = await SampleServer.start(options);
  const clock = new FixedClock(new Date('2026-11-20T09:00:00Z'));
  const http = new OutboundHttp([sample.host], clock);
  const told: object[] = [];
  const settings = readGeoSettings({ GEO_ARCGIS_BASE_URL: sample.url, ...given });
  const parts = { settings, http, tell: (line: object) => void told.push(line) };
  return {
    sample,
    clock,
    settings,
    parts,
    told,
    client: new ArcGisClient(parts, clock),
    close: async () => {
      await http.close();
      await sample.stop();
    },
  };
}

export type OpenedSample = Awaited<ReturnType<typeof openSample>>;
