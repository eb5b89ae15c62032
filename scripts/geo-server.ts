// npm run geo-server: the tools of the pack geo as an MCP server on stdin and stdout, for any client of the protocol.
// It loads no more than it needs: every worker has one beside it.
import { createClock } from '#config/light';
import { OutboundHttp } from '../libs/outbound/http/outbound-http.ts';
import { serveGeoTools } from '../packs/geo/integrations/server/serve.ts';
import { readGeoSettings } from '../packs/geo/settings.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `npm run --silent geo-server
  An MCP server on stdin and stdout, for a client that starts it. GEO_ARCGIS_BASE_URL names the service that it asks.`;

/** stdout belongs to the protocol. */
const log = (line: object) => process.stderr.write(`${JSON.stringify(line)}\n`);

async function main(): Promise<void> {
  readCommandLine(USAGE, { options: {} });
  const settings = readGeoSettings(process.env);
  const clock = createClock();
  const allowed = (process.env.HTTP_ALLOW_HOSTS ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const http = new OutboundHttp(allowed, clock);
  await serveGeoTools({ settings, http, clock, log });
  await http.close();
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error, (failure) =>
    failure instanceof StartRefusedError
      ? failure.message
      : JSON.stringify({
          level: 'error',
          message: failure instanceof Error ? failure.message : String(failure),
        }),
  );
});
