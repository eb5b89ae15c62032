// npm run geo-server: serves the tools of the pack geo over MCP on standard input and output, for any client of the
// protocol. Every worker runs one, so it loads no more than it needs.
import { createClock } from '#config/light';
import { OutboundHttp } from '../libs/outbound/http/outbound-http.ts';
import { serveGeoTools } from '../packs/geo/integrations/server/serve.ts';
import { readGeoSettings } from '../packs/geo/settings.ts';
import { runCommand } from './commands/run-command.ts';
import { geoServer } from './commands/development-programs.ts';

/** stdout belongs to the protocol. */
const log = (line: object) => process.stderr.write(`${JSON.stringify(line)}\n`);

await runCommand(
  geoServer,
  async () => {
    const settings = readGeoSettings(process.env);
    const clock = createClock();
    const allowed = (process.env.HTTP_ALLOW_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean);
    const http = new OutboundHttp(allowed, clock);
    await serveGeoTools({ settings, http, clock, log });
    await http.close();
  },
  (failure) =>
    JSON.stringify({
      level: 'error',
      message: failure instanceof Error ? failure.message : String(failure),
    }),
);
