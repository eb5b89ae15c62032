// npm run new-pack -- NAME: writes the skeleton of a pack and registers it. docs/write-a-pack.md goes on from there.
import { platformTools } from '#tools';
import { packs } from '../packs/index.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { nameProblem, USAGE } from './new-pack/name.ts';
import { nextSteps, skeletonOf } from './new-pack/skeleton.ts';
import { writeNewFiles } from './new-pack/write-files.ts';
import { StartRefusedError } from './start/start.errors.ts';

function main(): void {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new StartRefusedError(`Name the pack.\n${USAGE}`);
  const taken = {
    packs: packs.map((pack) => pack.name),
    orgs: packs.flatMap(({ demo }) => demo?.slug ?? []),
    tools: [...platformTools, ...packs.flatMap((pack) => pack.tools)].map((tool) => tool.name),
  };
  const problem = nameProblem(name, taken);
  if (problem) throw new StartRefusedError(`${problem}\n${USAGE}`);
  const written = writeNewFiles(process.cwd(), skeletonOf(name), values['dry-run']);
  console.log([...written, '', nextSteps(name)].join('\n'));
}

try {
  main();
} catch (error) {
  process.exitCode = tellFailure(error);
}
