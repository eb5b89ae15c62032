import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { captureProgram } from '../lib/processes.mjs';
import { at } from '../lib/project.mjs';

const FOLDERS = ['apps', 'bench', 'libs', 'migrations', 'packs', 'scripts', 'test'];
/** With the wrong TypeScript version the cruiser finds no modules and reports no errors. */
const LEAST_SHARE_SEEN = 0.95;

/** Checks the dependency rules of .dependency-cruiser.cjs for the tree under `root`. */
export async function checkArchitecture(root) {
  const folders = FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
  const cruiser = at('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { output } = await captureProgram(
    process.execPath,
    [cruiser, '--config', at('.dependency-cruiser.cjs'), '--output-type', 'json', ...folders],
    { cwd: root },
  );
  const report = parse(output);
  if (!report) return { ok: false, output: output.trim() };
  const seen = report.modules.filter((module) =>
    /^(apps|bench|libs|migrations|packs|scripts|test)\//.test(module.source),
  ).length;
  const there = folders.reduce((sum, folder) => sum + countSources(path.join(root, folder)), 0);
  const problems = report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  if (seen < there * LEAST_SHARE_SEEN) {
    problems.push(
      `dependency-cruiser saw ${seen} of ${there} modules; is the TypeScript that it supports installed?`,
    );
  }
  return { ok: problems.length === 0, output: problems.join('\n') };
}

function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

function countSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    if (entry.isDirectory()) return sum + countSources(path.join(folder, entry.name));
    return sum + Number(/\.([cm]?js|tsx?)$/.test(entry.name) && !entry.name.endsWith('.d.ts'));
  }, 0);
}
