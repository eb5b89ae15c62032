// npm run geo-sample: serves the sample data of the pack geo, as an ArcGIS MapServer.
import { SampleServer } from '../packs/geo/integrations/sample/sample-server.ts';
import { runCommand } from './commands/run-command.ts';
import { geoSample } from './commands/development-programs.ts';
import { StopSignal } from './start/stop-signal.ts';

const DEFAULT_PORT = 6_080;

await runCommand(geoSample, async ({ options: { port, host, token } }) => {
  const sample = await SampleServer.start({
    port: port ?? Number(process.env.GEO_SAMPLE_PORT || DEFAULT_PORT),
    host: host ?? '127.0.0.1',
    token,
  });
  void StopSignal.ofProcess().requested.then(() => sample.stop());
  return `Sample data at ${sample.url}\nSet GEO_ARCGIS_BASE_URL to it, and HTTP_ALLOW_HOSTS to ${sample.host}.`;
});
