import { readFileSync } from 'node:fs';
import { filesUnder } from '../lib/build.mjs';
import { at } from '../lib/project.mjs';

const WARN_LINES = 250;
const MAX_LINES = 400;
const FOLDERS = ['apps', 'bench', 'libs', 'migrations', 'packs', 'scripts', 'test'];
const IS_CODE = /\.([cm]?js|tsx?|css|sh)$/;

/** Warns above 250 lines and fails above 400. Tables of demo data (`*.data.ts`) are not code. */
export function checkFileSizes(files = codeFiles(), read = (file) => readFileSync(at(file), 'utf8')) {
  const sizes = files.map((file) => ({ file, lines: read(file).trimEnd().split('\n').length }));
  const over = (limit) => sizes.filter(({ lines }) => lines > limit).sort((a, b) => b.lines - a.lines);
  const tooLong = over(MAX_LINES);
  const output = over(WARN_LINES).map(
    ({ file, lines }) => `${lines > MAX_LINES ? 'too long' : 'long'}: ${file}, ${lines} lines`,
  );
  return { ok: tooLong.length === 0, output: output.join('\n') };
}

function codeFiles() {
  return FOLDERS.flatMap((folder) =>
    filesUnder(folder, (file) => IS_CODE.test(file) && !file.endsWith('.data.ts')),
  );
}
