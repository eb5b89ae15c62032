// npm run seed: creates the demo orgs in the database that DATABASE_URL names.
import { mkdirSync } from 'node:fs';
import { createClock, loadConfig } from '#config';
import { seed } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { demoFilePath, readDemoFile, writeDemoFile } from './start/demo-file.ts';
import { seedWithHistory } from './start/history/seed-with-history.ts';
import { refuseUnreachable } from './start/reachability.ts';

void runCommand(seed, async ({ options }) => {
  const config = loadConfig();
  const { CLOCK_AT, DATA_DIR } = config.environment;
  await refuseUnreachable(config);
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  const file = demoFilePath(DATA_DIR);
  const demo = await seedWithHistory(
    {
      config,
      clock: createClock(CLOCK_AT ? new Date(CLOCK_AT) : undefined),
      known: readDemoFile(file),
      inProduction: options['in-production'],
    },
    (text) => console.log(text),
  );
  writeDemoFile(file, config.environment, demo);
  return `Demo orgs: ${demo.orgs.map((org) => org.slug).join(', ')}. Keys and sign-in: ${file}`;
});
