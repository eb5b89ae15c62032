import { providerKeys, type Config } from '#config';
import { keyedProviders } from '#models';
import type { Pack } from '#pack-kit';
import type { DemoFile } from './demo-file.ts';
import { SETUP_COMMAND } from './first-org.ts';
import { localUrl } from './ports.ts';

const EXAMPLE: Example = {
  contact: 'demo-visitor',
  text: 'Find 2 bedroom apartments in Paphos under 200k near the sea',
};
const EXAMPLE_WAIT_SECONDS = 20;

interface Example {
  contact: string;
  text: string;
}

/** A demo org that is new since the start before, with a message to try. */
export interface AddedOrg extends Example {
  slug: string;
  apiKey: string;
}

/** The demo orgs that the demo file of the start before, `known`, lacks; none at the first start. */
export function addedOrgs(
  packs: readonly Pick<Pack, 'demo' | 'tools'>[],
  demo: Pick<DemoFile, 'orgs'>,
  known: Pick<DemoFile, 'orgs'> | undefined,
): AddedOrg[] {
  if (!known) return [];
  return demo.orgs
    .filter(({ slug }) => !known.orgs.some((before) => before.slug === slug))
    .map(({ slug, apiKey }) => {
      const pack = packs.find((one) => one.demo?.slug === slug);
      const contact = pack?.demo?.contacts[0]?.id ?? EXAMPLE.contact;
      return { slug, apiKey, contact, text: pack?.tools[0]?.examples[0] ?? 'What can you do?' };
    });
}

/**
 * The text after a start: addresses, sign-in, a command that sends a message, how to stop.
 *
 * @param empty there is no org yet: nobody can sign in or send anything.
 * @param added orgs that are new at this start.
 */
export function welcome(
  demo: DemoFile | undefined,
  config: Config,
  { empty = false, added = [] }: { empty?: boolean; added?: readonly AddedOrg[] } = {},
): string {
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
    `  models    ${modelsOf(config)}`,
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
  for (const { slug, apiKey, ...example } of added)
    lines.push(
      `New since the last start is the org "${slug}". Ask it:`,
      '',
      exampleCommand(apiUrl, apiKey, example),
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

function modelsOf({ environment }: Config): string {
  const { MODEL_PROVIDER: only, OPENAI_BASE_URL: server } = environment;
  const providers = only
    ? [only]
    : keyedProviders.filter((name) => providerKeys(environment, name).length > 0);
  if (providers.length === 0)
    return 'an offline stand-in; for real ones set GOOGLE_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL with OPENAI_MODELS';
  return providers.map((name) => (name === 'openai' && server) || name).join(', ');
}

/** A `curl` command to paste into a shell. */
function exampleCommand(apiUrl: string, apiKey: string, { contact, text } = EXAMPLE): string {
  const body = JSON.stringify({ contact, channel: 'chat', text }).replaceAll("'", String.raw`'\''`);
  return [
    `curl -s '${apiUrl}/v1/messages?wait=${EXAMPLE_WAIT_SECONDS}'`,
    `  -H 'Authorization: Bearer ${apiKey}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${body}'`,
  ].join(' \\\n');
}
