// npm run setup: creates an org, a platform admin and an API key in the database that DATABASE_URL names.
import { loadConfig } from '#config';
import { migrate } from '#database';
import { packs } from '../packs/index.ts';
import { migrations } from '../migrations/index.ts';
import { setup } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { lineFromStdin } from './console/open-console.ts';
import { setUpFirstOrg, type FirstOrg, type FirstOrgOutcome } from './start/first-org.ts';
import { refuseUnreachable } from './start/reachability.ts';

await runCommand(setup, async ({ options }) => {
  const wanted: FirstOrg = {
    ...options,
    packs: options.pack,
    password: options['password-stdin'] ? await lineFromStdin() : undefined,
    newKey: options['new-key'],
    newPassword: options['new-password'],
  };
  const config = loadConfig();
  await refuseUnreachable(config);
  await migrate(config.database, migrations);
  return report(await setUpFirstOrg(config, wanted, packs), options.scopes);
});

/** One line per value. Password and key are shown only once. */
function report({ org, admin, key }: FirstOrgOutcome, scopes: FirstOrg['scopes']): string {
  const made = (created: boolean) => (created ? 'created' : 'exists, unchanged');
  const secret = admin.password ? `, ${admin.created ? '' : 'new '}password ${admin.password}` : '';
  const adminState = admin.created ? made(true) : admin.password ? 'exists' : made(false);
  return [
    `org    ${org.slug} (packs: ${org.packs.join(', ')}): ${made(org.created)}`,
    `admin  ${admin.email} (of the platform: every org): ${adminState}${secret}`,
    key.created
      ? `key    ${key.key}`
      : `key    exists (${key.prefixes.map((prefix) => `${prefix}…`).join(', ')}); --new-key creates one more`,
    ...(key.created && scopes?.includes('admin') !== false
      ? [`Commands such as npm run flags act with it: export TURNPIKE_API_KEY=${key.key}`]
      : []),
    ...(key.created || admin.password ? ['Keep the key and the password: they are shown this once.'] : []),
  ].join('\n');
}
