import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ScenarioSuite } from '#pack-kit';

const PACKS = fileURLToPath(new URL('../../packs', import.meta.url));
const ENTRY = 'scenarios/index.js';

/** The scenarios of every pack that has some, by the pack's folder name. */
export async function scenarioSuites(): Promise<Map<string, ScenarioSuite>> {
  const folders = readdirSync(PACKS).filter((name) => existsSync(path.join(PACKS, name, ENTRY)));
  const suites = await Promise.all(
    folders.map(async (name) => {
      const { scenarios } = (await import(pathToFileURL(path.join(PACKS, name, ENTRY)).href)) as {
        scenarios: ScenarioSuite;
      };
      return [name, scenarios] as const;
    }),
  );
  return new Map(suites);
}
