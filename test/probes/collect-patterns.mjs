// Prints the patterns that the compiled modules of the given sources build while they are loaded, with their places. The
// constructor is replaced before the first module is loaded, so this is a process of its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Builds patterns for other files. */
const ANY_SPELLING = 'libs/text/any-spelling.ts';
const files = process.argv.slice(2);
const built = [];

function note(pattern) {
  const places = new Error().stack
    .split('\n')
    .slice(3)
    .map((frame) => `${/\/dist\/(.+)\.js:/.exec(frame)?.[1]}.ts`);
  const place = places[0] === ANY_SPELLING ? places[1] : places[0];
  if (files.includes(place)) built.push([`${place}: ${pattern.source}`, pattern.source, pattern.flags]);
  return pattern;
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (...given) => note(Reflect.construct(...given)),
  apply: (...given) => note(Reflect.apply(...given)),
});
for (const file of files)
  if (/RegExp\(|anySpelling\(/.test(readFileSync(file, 'utf8')))
    await import(pathToFileURL(path.join('dist', file.replace(/\.ts$/, '.js'))).href);
process.stdout.write(JSON.stringify(built), () => process.exit());
