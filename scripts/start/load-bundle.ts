import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { traceToSources } from './source-traces.ts';

/** An app has started by then, or has ended. */
const STARTED_AFTER_MS = 15_000;
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';

/**
 * Runs an app from its bundle with the code that V8 compiled at an earlier start. Node's own compile cache takes the code
 * of a file before the file has run, when most of its functions are not compiled: with it alone an app needs a sixth more
 * processor time to start (docs/adr/0015). The code is kept in Node's cache folder; nothing is kept without one.
 *
 * @param app each app calls other functions of the files that they share.
 */
export function loadBundle(entry: URL, app: string, startedAfterMs = STARTED_AFTER_MS): void {
  const folder = path.dirname(fileURLToPath(entry));
  const cache = getCompileCacheDir();
  const modules = new Map<string, { exports: unknown }>();

  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    // Before it runs: files may require each other in a circle.
    modules.set(file, module);
    const own = createRequire(file);
    const require = (id: string): unknown => (id.startsWith('./') ? load(path.join(folder, id)) : own(id));
    try {
      const run = compile(file).runInThisContext() as (this: unknown, ...given: unknown[]) => void;
      run.call(module.exports, module.exports, Object.assign(require, own), module, file, folder);
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  };

  const compile = (file: string): Script => {
    const kept = cache && path.join(cache, `${app}-${path.basename(file)}`);
    const script = new Script(`${WRAPPER}${readFileSync(file, 'utf8')}\n})`, {
      filename: file,
      columnOffset: -WRAPPER.length,
      cachedData: kept === undefined ? undefined : readIfThere(kept),
    });
    if (kept && script.cachedDataRejected !== false)
      setTimeout(() => keep(kept, script), startedAfterMs).unref();
    return script;
  };

  traceToSources(folder);
  load(fileURLToPath(entry));
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return existsSync(file) ? readFileSync(file) : undefined;
  } catch (error) {
    process.stderr.write(`Compiled code is not read: ${String(error)}\n`);
    return undefined;
  }
}

/** A full disk or a folder of another user makes the next start slower, and nothing else. */
function keep(file: string, script: Script): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, file);
  } catch (error) {
    process.stderr.write(`Compiled code is not kept: ${String(error)}\n`);
  }
}
