// npm run geo-server: the tools of the pack geo as an MCP server on stdin and stdout, for any client of the protocol.
// It loads no more than it needs: every worker has one beside it.
import { createClock } from '#config/light';
import { OutboundHttp } from '../libs/outbound/http/outbound-http.ts';
import { serveGeoTools } from '../libs/packs/geo/server/serve.ts';
import { readGeoSettings } from '../libs/packs/geo/settings.ts';

/** stdout belongs to the protocol. */
const log = (line: object) => process.stderr.write(`${JSON.stringify(line)}\n`);

async function main(): Promise<void> {
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
  log({ level: 'error', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
