// Every npm script comes through here: the right Node, the packages of the lock file, a fresh build, then the command.
// Plain JavaScript without dependencies that Node 18 can read, because it runs before anything is installed.
import module from 'node:module';
import { COMMANDS, helpOf, refusalOf } from './lib/commands.mjs';
import { buildTargets, staleTargets } from './lib/build.mjs';
import { installPackages, packagesMatchLockFile } from './lib/packages.mjs';
import { ensureNode, nodeIsMissing, nodeIsRecent, runAgainWith } from './lib/node-runtime.mjs';
import { Progress } from './lib/progress.mjs';
import { COMPILED, loadEnvFile, ROOT } from './lib/project.mjs';

async function main() {
  process.chdir(ROOT);
  keepCompiledCode();
  const [name, ...args] = process.argv.slice(2);
  const help = helpOf(name, args);
  if (help !== undefined) {
    console.log(help);
    return 0;
  }
  const refusal = await refusalOf(name, args);
  if (refusal !== undefined) {
    console.error(refusal);
    return 2;
  }
  const command = COMMANDS[name];
  // What an older Node counted is counted again: with the right one, what was built may turn out to be fresh.
  const done = Progress.doneBefore();
  const progress = new Progress(done + countSteps(command, args), done, command.progressTo);
  if (!nodeIsRecent()) return runAgainWith(await ensureNode(progress), progress);
  if (!packagesMatchLockFile()) await installPackages(progress);
  const failedBuild = await buildTargets(staleTargets(command.builds(args)), progress);
  if (failedBuild && !command.toleratesFailedBuild) return 1;
  if (command.readsEnvFile) loadEnvFile();
  return command.run(args, { progress, failedBuild });
}

/** Code that was compiled once is not compiled again: apps and commands start in two thirds of the time. */
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/** How many lines "[n/total]" this run will show. */
function countSteps(command, args) {
  return (
    Number(nodeIsMissing()) +
    Number(!packagesMatchLockFile()) +
    Number(staleTargets(command.builds(args)).length > 0) +
    (command.steps ?? 0)
  );
}

main().then(
  (code) => {
    process.exitCode = code ?? 0;
  },
  (error) => {
    console.error(error?.name === 'ExpectedError' ? error.message : error);
    process.exitCode = 1;
  },
);
