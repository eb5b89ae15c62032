// npm run fuzz: sends right and nearly right requests, made from the OpenAPI documents of the api and the console. See
// docs/security.md.
import { runFuzz } from '../test/probes/fuzz-run.ts';
import { runCommand } from './commands/run-command.ts';
import { fuzz } from './commands/workshop-programs.ts';

await runCommand(fuzz, async ({ options }) => {
  const { problems, figures } = await runFuzz({ ...options, say: (line) => console.error(line) });
  console.log(JSON.stringify({ figures, problems }, null, 2));
  console.log(
    problems.length === 0
      ? 'Every request had a valid answer.'
      : `${problems.length} requests had no valid answer.`,
  );
  return problems.length === 0 ? 0 : 1;
});
