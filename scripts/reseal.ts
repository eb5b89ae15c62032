// npm run reseal: seals the stored secrets of all orgs with the present SECRETS_KEY, after which PREVIOUS_SECRETS_KEYS can go.
import { Database } from '#database';
import { OrgService, SecretBox } from '#identity';
import { readCommandLine } from './command-line.ts';
import { operatorConfig, runCommand, withServices } from './operator.ts';
import { resealSecrets } from './reseal/reseal-secrets.ts';

const USAGE = `npm run reseal
  Seals the stored secrets of all orgs with SECRETS_KEY. PREVIOUS_SECRETS_KEYS opens what earlier keys have sealed.`;

runCommand(async () => {
  readCommandLine(USAGE, { options: {} });
  const done = await withServices(await operatorConfig(), [], (services) =>
    resealSecrets(services.get(Database), services.get(OrgService), services.get(SecretBox)),
  );
  for (const { slug, resealed, problem } of done)
    console.log(
      `${slug}: ${problem === null ? `${resealed} sealed anew` : `nothing is changed. ${problem}`}`,
    );
  if (done.some(({ problem }) => problem !== null)) {
    console.error(
      'Not every stored secret opens: keep PREVIOUS_SECRETS_KEYS, and run this again when they do.',
    );
    process.exitCode = 1;
    return;
  }
  console.log(
    'Every stored secret opens with SECRETS_KEY. Once every process runs with it, empty PREVIOUS_SECRETS_KEYS.',
  );
});
