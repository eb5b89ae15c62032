// npm run new-pack -- NAME: writes the skeleton of a pack and registers it. docs/write-a-pack.md goes on from there.
import { platformTools } from '#tools';
import { packs } from '../packs/index.ts';
import { runCommand } from './commands/run-command.ts';
import { UsageError } from './commands/usage.errors.ts';
import { newPack } from './commands/development-programs.ts';
import { nameProblem } from './new-pack/name.ts';
import { nextSteps, skeletonOf } from './new-pack/skeleton.ts';
import { writeNewFiles } from './new-pack/write-files.ts';

await runCommand(newPack, async ({ names: [name = ''], options }) => {
  const taken = {
    packs: packs.map((pack) => pack.name),
    orgs: packs.flatMap(({ demo }) => demo?.slug ?? []),
    tools: [...platformTools, ...packs.flatMap((pack) => pack.tools)].map((tool) => tool.name),
  };
  const problem = nameProblem(name, taken);
  if (problem) throw new UsageError(problem);
  const written = writeNewFiles(process.cwd(), skeletonOf(name), options['dry-run']);
  return [...written, '', nextSteps(name)].join('\n');
});
