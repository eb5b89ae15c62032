// Every npm script runs this: it gets the right Node, the packages of the lock file and a fresh build, then runs the command.
// It is plain JavaScript without dependencies, for Node 18 and later, because it runs before anything is installed.
import module from 'node:module';
import { answerAtOnce, COMMANDS } from './lib/npm-scripts.mjs';
import { buildTargets, refuseUnbuilt, staleTargets } from './lib/build.mjs';
import { installPackages, packagesMatchLockFile } from './lib/packages.mjs';
import { ensureNode, nodeIsMissing, nodeIsRecent, runAgainWith } from './lib/node-runtime.mjs';
import { stopWithParent } from './lib/processes.mjs';
import { Progress } from './lib/progress.mjs';
import { COMPILED, loadEnvFile, ROOT } from './lib/project.mjs';

async function main() {
  process.chdir(ROOT);
  keepCompiledCode();
  const [name, ...args] = process.argv.slice(2);
  stopWithParent(name);
  const answer = await answerAtOnce(name, args);
  if (answer) {
    console[answer.code === 0 ? 'log' : 'error'](answer.text);
    return answer.code;
  }
  const command = COMMANDS[name];
  if (command.readsEnvFile) loadEnvFile();
  const refusal = await command.refusal?.();
  if (refusal) {
    console.error(refusal);
    return 1;
  }
  const deployed = command.isProgram && process.env.NODE_ENV === 'production';
  // The steps are counted again with the right Node, for which the build may be fresh.
  const done = Progress.doneBefore();
  const stale = deployed ? [] : staleTargets(command.builds(args));
  const steps = Number(nodeIsMissing()) + (deployed ? 0 : countSteps(command, stale));
  const progress = new Progress(done + steps, done, command.progressTo);
  if (!nodeIsRecent()) return runAgainWith(await ensureNode(progress), progress);
  if (deployed) refuseUnbuilt(command.builds(args));
  else {
    if (!packagesMatchLockFile()) await installPackages(progress);
    if (await buildTargets(stale, progress)) return 1;
  }
  return command.run(args, { progress });
}

/** Node keeps compiled code, with which apps and commands start in two thirds of the time. */
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/** The number of lines "[n/total]" of this run, beside that of a new Node. */
function countSteps({ steps = 0 }, stale) {
  return Number(!packagesMatchLockFile()) + Number(stale.length > 0) + steps;
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
