import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompiledCode } from './compiled-code.ts';
import { traceToSources } from './source-traces.ts';

/** What a CommonJS file is wrapped in, on its own first line. */
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';
type Wrapped = (
  this: unknown,
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Runs an app from its bundle. Node's own loader would compile at each start whatever the app calls: what it keeps of
 * compiled code (`NODE_COMPILE_CACHE`) is taken before a file has run, when most functions are not compiled yet. So the
 * files of a bundle are CommonJS, and loaded here: see {@link CompiledCode}.
 *
 * @param entry the app's first file, in the bundle's folder.
 * @param startedAfterMs when an app that still runs has started.
 */
export function loadBundle(entry: URL, app: string, startedAfterMs?: number): void {
  const file = fileURLToPath(entry);
  const folder = path.dirname(file);
  traceToSources(folder);
  new Bundle(folder, CompiledCode.of(app, startedAfterMs)).load(file);
}

class Bundle {
  private readonly modules = new Map<string, { exports: unknown }>();

  constructor(
    private readonly folder: string,
    private readonly compiled: CompiledCode,
  ) {}

  load(file: string): unknown {
    const known = this.modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    // Before it runs: files may name one another in a circle.
    this.modules.set(file, module);
    try {
      this.run(file, module);
    } catch (error) {
      this.modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  private run(file: string, module: { exports: unknown }): void {
    const source = `${WRAPPER}${readFileSync(file, 'utf8')}\n})`;
    const run = this.compiled.compile(file, source, -WRAPPER.length).runInThisContext() as Wrapped;
    run.call(module.exports, module.exports, this.requireFrom(file), module, file, this.folder);
  }

  /** Files of the bundle name one another relatively; all else is Node's or a package that was left where it is. */
  private requireFrom(file: string): NodeJS.Require {
    const own = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith('./') ? this.load(path.join(this.folder, id)) : own(id);
    return Object.assign(require, own);
  }
}
