// npm run reseal: seals the stored secrets of all orgs with the current SECRETS_KEY; PREVIOUS_SECRETS_KEYS can then be removed.
import { Database } from '#database';
import { OrgService, SecretBox } from '#identity';
import { reseal } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { operatorConfig, withServices } from './operator.ts';
import { resealSecrets } from './reseal/reseal-secrets.ts';
import { StartRefusedError } from './start/start.errors.ts';

void runCommand(reseal, async () => {
  const done = await withServices(await operatorConfig(), [], (services) =>
    resealSecrets(services.get(Database), services.get(OrgService), services.get(SecretBox)),
  );
  for (const { slug, resealed, problem } of done)
    console.log(`${slug}: ${problem === null ? `${resealed} sealed again` : `unchanged. ${problem}`}`);
  if (done.some(({ problem }) => problem !== null))
    throw new StartRefusedError(
      'Some stored secrets do not open: keep PREVIOUS_SECRETS_KEYS, and run this again once they do.',
    );
  return 'Every stored secret opens with SECRETS_KEY. Once every process runs with it, empty PREVIOUS_SECRETS_KEYS.';
});
