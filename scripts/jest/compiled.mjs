import path from 'node:path';
import { at } from '../lib/project.mjs';

/** The source of a compiled spec, from the root. */
export function sourceOf(file) {
  const fromRoot = path.relative(at(), file).split(path.sep).join('/');
  return fromRoot.replace(/^dist\/(?:web\/)?(.*)\.js$/, '$1.ts');
}

/** Translates an argument for Jest, which matches filters against the paths of compiled files. */
export function compiledFilter(arg) {
  return arg.startsWith('-') ? arg : arg.replace(/^\.\//, '').replace(/\.ts$/, '.js');
}
