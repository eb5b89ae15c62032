import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** By then an app has started, also on a busy machine, or has said why it does not. */
const STARTED_AFTER_MS = 5_000;
/** What a process knew when it was asked, the fuller one first. */
const STATES = ['ended', 'started'] as const;
type State = (typeof STATES)[number];

interface Compiled {
  /** Path of what is kept, without its state. */
  path: string;
  script: Script;
  found: State | undefined;
}

/**
 * Functions that were compiled once, kept in the folder of what Node keeps (`NODE_COMPILE_CACHE`; nothing is kept without
 * it). They are taken from scripts that have run, when V8 has compiled what they called: 5 s after a start that found
 * nothing, and once more at the first good end of an app that has started, by when it has worked too. V8 refuses what
 * another version of it or other flags compiled; then it is taken anew.
 */
export class CompiledCode {
  private readonly all: Compiled[] = [];
  private hasStarted = false;

  private constructor(private readonly folder: string | undefined) {}

  /** @param app whose functions: each app calls others of a file that they share. */
  static of(app: string, startedAfterMs = STARTED_AFTER_MS): CompiledCode {
    const folder = getCompileCacheDir();
    const code = new CompiledCode(folder && path.join(folder, app));
    if (folder) code.keepWhenRun(startedAfterMs);
    return code;
  }

  /** @param columnOffset where the file's first line begins, in columns behind the source's: for stack traces. */
  compile(filename: string, source: string, columnOffset: number): Script {
    if (!this.folder) return new Script(source, { filename, columnOffset });
    const kept = path.join(this.folder, path.basename(filename));
    const [state, cachedData] = found(kept);
    const script = new Script(source, { filename, columnOffset, ...(cachedData && { cachedData }) });
    this.all.push({ path: kept, script, found: script.cachedDataRejected ? undefined : state });
    return script;
  }

  private keepWhenRun(startedAfterMs: number): void {
    setTimeout(() => {
      this.hasStarted = true;
      this.keep('started');
    }, startedAfterMs).unref();
    // A start that failed has called next to nothing, and would be what every later one finds.
    process.once('exit', (code) => {
      if (this.hasStarted && code === 0) this.keep('ended');
    });
  }

  private keep(state: State): void {
    try {
      for (const code of this.all) if (code.found !== 'ended' && code.found !== state) write(code, state);
    } catch (error) {
      tell('kept', error);
    }
  }
}

function write(code: Compiled, state: State): void {
  if (state === 'started' && existsSync(`${code.path}.ended`)) return;
  const { dir, base } = path.parse(code.path);
  const unfinished = path.join(dir, `.${base}.${process.pid}`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(unfinished, code.script.createCachedData());
  // Whole at any moment for another process that starts meanwhile.
  renameSync(unfinished, `${code.path}.${state}`);
  code.found = state;
  if (state === 'ended') rmSync(`${code.path}.started`, { force: true });
}

function found(kept: string): [State, Buffer] | [] {
  for (const state of STATES) {
    const data = readIfThere(`${kept}.${state}`);
    if (data) return [state, data];
  }
  return [];
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    // Also where another process has put the fuller one in its place.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') tell('read', error);
    return undefined;
  }
}

/** A full disk, a folder of somebody else: the next start takes longer, and that is all. */
function tell(what: 'read' | 'kept', error: unknown): void {
  process.stderr.write(`Compiled code is not ${what}: ${String(error)}\n`);
}
