// npm run seed: makes the demo orgs in the database that DATABASE_URL names.
import { mkdirSync } from 'node:fs';
import { createClock, loadConfig } from '#config';
import { readCommandLine, tellFailure } from './command-line.ts';
import { demoFilePath, readDemoFile, writeDemoFile } from './start/demo-file.ts';
import { seedWithHistory } from './start/history/seed-with-history.ts';
import { localUrl } from './start/ports.ts';
import { refuseUnreachable } from './start/reachability.ts';

const USAGE = `npm run seed [-- --in-production]
  --in-production   makes the demo orgs although NODE_ENV says production

Makes the demo orgs, with people, keys and two weeks of history, in the database that DATABASE_URL names. What is there
already stays as it is.`;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, {
    options: { 'in-production': { type: 'boolean', default: false } },
  });
  const config = loadConfig();
  const { HOST, API_PORT, ADMIN_PORT, CLOCK_AT, DATA_DIR } = config.environment;
  await refuseUnreachable(config);
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  const file = demoFilePath(DATA_DIR);
  const demo = await seedWithHistory(
    {
      config,
      clock: createClock(CLOCK_AT ? new Date(CLOCK_AT) : undefined),
      known: readDemoFile(file),
      inProduction: values['in-production'],
    },
    (text) => console.log(text),
  );
  writeDemoFile(file, {
    apiUrl: localUrl(HOST, API_PORT),
    adminUrl: localUrl(HOST, ADMIN_PORT),
    ...demo,
  });
  console.log(`Demo orgs: ${demo.orgs.map((org) => org.slug).join(', ')}. Keys and sign-in: ${file}`);
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
