// npm run fuzz: sends right and nearly right requests, made from the OpenAPI documents of the api and the console. See
// docs/security.md.
import { runFuzz } from '../test/probes/fuzz-run.ts';
import { runCommand, tellFindings } from './commands/run-command.ts';
import { fuzz } from './commands/development-programs.ts';

await runCommand(fuzz, async ({ options }) => {
  const report = await runFuzz({ ...options, say: (line) => console.error(line) });
  return tellFindings(report, 'Every request had a valid answer.', 'requests had no valid answer.');
});
