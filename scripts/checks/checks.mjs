import { existsSync } from 'node:fs';
import process from 'node:process';
import { buildTargets, staleTargets } from '../lib/build.mjs';
import { captureProgram } from '../lib/processes.mjs';
import { Progress } from '../lib/progress.mjs';
import { at } from '../lib/project.mjs';
import { checkArchitecture } from './architecture.mjs';
import { checkCounts } from './count.mjs';
import { checkFileSizes } from './file-sizes.mjs';
import { checkLicences } from './licences.mjs';

/** Runs a tool of node_modules. Its output is shown only after a failure. */
const tool =
  (script, ...args) =>
  async () => {
    const { code, output } = await captureProgram(process.execPath, [at('node_modules', script), ...args], {
      cwd: at(),
      env: { ...process.env, NO_COLOR: '1' },
    });
    return { ok: code === 0, output: code === 0 ? '' : output.trim() };
  };

const WEB_TSCONFIG = 'apps/admin/web/tsconfig.json';

async function checkTypes() {
  // A fresh build of the specs has checked the same sources with the same settings.
  const unchecked = staleTargets(['specs']).length > 0 ? ['tsconfig.json'] : [];
  const projects = [...unchecked, ...(existsSync(at(WEB_TSCONFIG)) ? [WEB_TSCONFIG] : [])];
  const results = await Promise.all(
    projects.map((project) => tool('ts7/bin/tsc', '-p', project, '--noEmit')()),
  );
  return {
    ok: results.every((result) => result.ok),
    output: results
      .map((result) => result.output)
      .join('\n')
      .trim(),
  };
}

let build;
/** A check that is a compiled program. */
const compiled =
  (script, ...args) =>
  async () => {
    const quiet = new Progress(0, 0, { write: () => true });
    build ??= buildTargets(staleTargets(['server']), quiet, () => undefined);
    if (await build) return { ok: false, output: 'The server does not build; see types.' };
    const { code, output } = await captureProgram(
      process.execPath,
      ['--enable-source-maps', at('dist', script), ...args],
      { cwd: at() },
    );
    return { ok: code === 0, output: output.trim() };
  };

/** The checks of `npm run check`, by name. */
export const CHECKS = {
  types: checkTypes,
  format: tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  lint: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  architecture: () => checkArchitecture(at()),
  'dead-code': tool('knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  'file-sizes': () => checkFileSizes(),
  counts: () => checkCounts(),
  licences: () => checkLicences(),
  migrations: compiled('scripts/check-migrations.js'),
  openapi: compiled('scripts/check-openapi.js', '--compare'),
};
