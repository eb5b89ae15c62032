import type { Config } from '#config';
import type { DemoFile } from './demo-file.ts';
import { SETUP_COMMAND } from './first-org.ts';
import { localUrl } from './ports.ts';

const EXAMPLE_MESSAGE = 'Find 2 bedroom apartments in Paphos under 200k near the sea';
const EXAMPLE_WAIT_SECONDS = 20;

/**
 * What a person needs after the start: addresses, sign-in, one command that sends a message, how to stop.
 *
 * @param empty there is no org yet, so nobody can sign in or send anything.
 */
export function welcome(demo: DemoFile | undefined, config: Config, empty = false): string {
  const address = (port: number) => localUrl(config.environment.HOST, port);
  const apiUrl = address(config.environment.API_PORT);
  const signIn = demo ? `   platform_admin: ${demo.admin.email} / ${demo.admin.password}` : '';
  const where = {
    database: config.database.kind === 'embedded' ? 'embedded' : 'DATABASE_URL',
    queue: config.queue.kind === 'redis' ? 'REDIS_URL' : 'in the database',
  };
  const lines = [
    '',
    'Turnpike runs.',
    `  console   ${address(config.environment.ADMIN_PORT)}${signIn}`,
    ...(demo?.people ?? []).map(({ role, email, password }) => `            ${role}: ${email} / ${password}`),
    `  api       ${apiUrl}   reference at ${apiUrl}/docs`,
    `  database  ${where.database}, queue ${where.queue}`,
    '',
  ];
  const org = demo?.orgs[0];
  if (org)
    lines.push(
      'Send a message and get the reply in the same call:',
      '',
      exampleCommand(apiUrl, org.apiKey),
      '',
    );
  if (empty)
    lines.push(
      'There is no org yet. Next, in another terminal with the same settings, make one, its admin and a key:',
      '',
      SETUP_COMMAND,
      '',
    );
  lines.push('Ctrl-C stops everything; the next start keeps the data.');
  return lines.join('\n');
}

/** A `curl` that works when it is pasted into a shell. */
export function exampleCommand(apiUrl: string, apiKey: string): string {
  const body = JSON.stringify({ contact: 'demo-visitor', channel: 'chat', text: EXAMPLE_MESSAGE });
  return [
    `curl -s '${apiUrl}/v1/messages?wait=${EXAMPLE_WAIT_SECONDS}'`,
    `  -H 'Authorization: Bearer ${apiKey}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${body}'`,
  ].join(' \\\n');
}
