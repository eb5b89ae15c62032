// Every command with its options, by the name of its npm script. scripts/run.mjs reads this file before anything is
// installed or compiled, so that help and mistakes are answered at once: nothing here imports a package.
import type { Program } from './command-line.ts';
import * as ofConsole from './console-programs.ts';
import * as ofDatabase from './database-programs.ts';
import * as ofDevelopment from './development-programs.ts';

const declared: readonly object[] = [ofConsole, ofDatabase, ofDevelopment].flatMap(Object.values<object>);

export const programs: ReadonlyMap<string, Program> = new Map(
  declared.filter((one): one is Program => 'does' in one).map((one) => [one.name, one]),
);
