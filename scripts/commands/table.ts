// Every command with its options, by the name of its npm script. scripts/run.mjs reads this file before anything is
// installed or compiled, so that help and mistakes are answered at once: nothing here imports a package.
import type { Program } from './command-line.ts';
import { flags, models, settings } from './console-programs.ts';
import {
  analytics,
  broker,
  importRows,
  mcp,
  migrate,
  reseal,
  seed,
  setup,
  tools,
} from './database-programs.ts';
import {
  evaluate,
  faults,
  fuzz,
  geoSample,
  geoServer,
  leaks,
  newPack,
  openapi,
  sandbox,
} from './development-programs.ts';

const all: readonly Pick<Program, 'name'>[] = [
  migrate,
  setup,
  seed,
  importRows,
  tools,
  broker,
  mcp,
  flags,
  settings,
  models,
  analytics,
  reseal,
  newPack,
  geoServer,
  geoSample,
  openapi,
  sandbox,
  evaluate,
  faults,
  leaks,
  fuzz,
];

export const programs: ReadonlyMap<string, Program> = new Map(
  all.map((one) => [one.name, one as unknown as Program]),
);
