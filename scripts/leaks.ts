// npm run leaks: asks every route, tool and table for data of another org. See docs/security.md.
import { runLeaks } from '../test/probes/leak-run.ts';
import { runCommand } from './commands/run-command.ts';
import { leaks } from './commands/workshop-programs.ts';

await runCommand(leaks, async ({ options }) => {
  const { problems, figures } = await runLeaks({ ...options, say: (line) => console.error(line) });
  console.log(JSON.stringify({ figures, problems }, null, 2));
  console.log(
    problems.length === 0
      ? 'No data of another org was seen or changed.'
      : `${problems.length} leaks or failures.`,
  );
  return problems.length === 0 ? 0 : 1;
});
