// npm run geo-sample: the sample service of the pack geo, an ArcGIS MapServer over made-up rows, on this machine.
import { SampleServer } from '../packs/geo/integrations/sample/sample-server.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `npm run geo-sample -- [--port N] [--host ADDRESS] [--token TOKEN]
  --port N         where it listens; 6080 without it
  --host ADDRESS   127.0.0.1 without it
  --token TOKEN    asks for it in every request`;
const DEFAULT_PORT = 6_080;
const MAX_PORT = 65_535;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, {
    options: {
      port: { type: 'string', default: process.env.GEO_SAMPLE_PORT ?? String(DEFAULT_PORT) },
      host: { type: 'string', default: '127.0.0.1' },
      token: { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new StartRefusedError(`--port: expected 0 to ${MAX_PORT}, found ${values.port}\n${USAGE}`);
  const sample = await SampleServer.start({ port, host: values.host, token: values.token });
  console.log(
    `Sample data at ${sample.url}\nSet GEO_ARCGIS_BASE_URL to it, and HTTP_ALLOW_HOSTS to ${sample.host}.`,
  );
  const stop = () => void sample.stop();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
