// npm run setup: makes an org, a platform admin and an API key in the database that DATABASE_URL names.
import { text } from 'node:stream/consumers';
import { loadConfig } from '#config';
import { apiKeyScope } from '#contracts';
import { migrate } from '#database';
import { packs } from '../packs/index.ts';
import { migrations } from '../migrations/index.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { SETUP_COMMAND, setUpFirstOrg, type FirstOrg, type FirstOrgOutcome } from './start/first-org.ts';
import { refuseUnreachable } from './start/reachability.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `${SETUP_COMMAND}
  --org SLUG           the org's short name: lower-case letters, digits, hyphens
  --name NAME          its name (the slug)
  --pack PACK          a pack of the org, several by repeating it; the first is the default.
                       Installed: ${packs.map((pack) => pack.name).join(', ')}
  --timezone ZONE      such as Asia/Nicosia (ORG_TIMEZONE)
  --admin E-MAIL       who signs in to the console, as platform admin: sees and changes every org
  --password-stdin     reads the admin's password from standard input in place of making one
  --scopes A,B         what the key may do: ${apiKeyScope.options.join(', ')} (all)
  --new-key            makes one more key where the org has one
  --new-password       gives an admin who is there a new password`;

async function main(): Promise<void> {
  const wanted = await readArguments();
  const config = loadConfig();
  await refuseUnreachable(config);
  await migrate(config.database, migrations);
  console.log(report(await setUpFirstOrg(config, wanted, packs)));
}

async function readArguments(): Promise<FirstOrg> {
  const { values } = parse();
  const { org, admin, name, timezone } = values;
  if (!org && !admin) throw new StartRefusedError(USAGE);
  if (!org) throw new StartRefusedError(`--org is missing: the short name of the org.\n${USAGE}`);
  if (!admin)
    throw new StartRefusedError(`--admin is missing: the e-mail address of who signs in.\n${USAGE}`);
  const scopes = values.scopes?.split(',').map((scope) => apiKeyScope.safeParse(scope.trim()).data);
  if (scopes?.some((scope) => scope === undefined))
    throw new StartRefusedError(`--scopes: expected some of ${apiKeyScope.options.join(', ')}.`);
  return {
    org,
    admin,
    name,
    timezone,
    packs: values.pack,
    scopes: scopes?.filter((scope) => scope !== undefined),
    password: values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined,
    newKey: values['new-key'],
    newPassword: values['new-password'],
  };
}

function parse() {
  return readCommandLine(USAGE, {
    options: {
      org: { type: 'string' },
      name: { type: 'string' },
      pack: { type: 'string', multiple: true, default: [] },
      timezone: { type: 'string' },
      admin: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      scopes: { type: 'string' },
      'new-key': { type: 'boolean', default: false },
      'new-password': { type: 'boolean', default: false },
    },
  });
}

/** One line each; what is secret is in it this once. */
function report({ org, admin, key }: FirstOrgOutcome): string {
  const made = (created: boolean) => (created ? 'made' : 'there already, left as it is');
  const secret = admin.password ? `, ${admin.created ? '' : 'new '}password ${admin.password}` : '';
  const adminState = admin.created ? made(true) : admin.password ? 'there already' : made(false);
  return [
    `org    ${org.slug} (packs: ${org.packs.join(', ')}): ${made(org.created)}`,
    `admin  ${admin.email} (of the platform: every org): ${adminState}${secret}`,
    key.created
      ? `key    ${key.key}`
      : `key    there already (${key.prefixes.map((prefix) => `${prefix}…`).join(', ')}); one more with --new-key`,
    ...(key.created || admin.password ? ['Keep what is secret now: it is shown this once.'] : []),
  ].join('\n');
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
