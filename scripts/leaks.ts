// npm run leaks: asks every route, tool and table for data of another org. See docs/security.md.
import { runLeaks } from '../test/probes/leak-run.ts';
import { runCommand, tellFindings } from './commands/run-command.ts';
import { leaks } from './commands/development-programs.ts';

await runCommand(leaks, async ({ options }) => {
  const report = await runLeaks({ ...options, say: (line) => console.error(line) });
  return tellFindings(report, 'No data of another org was seen or changed.', 'leaks or failures.');
});
