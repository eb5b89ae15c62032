import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, COMPILED } from './project.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-compiled-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (cache) => ({ PATH: process.env.PATH, ...(cache && { NODE_COMPILE_CACHE: cache }) });

/** Runs a command that does not exist, the shortest one, and returns the cache folder of the process. */
function start(cache) {
  const program = `
    import { getCompileCacheDir } from 'node:module';
    process.argv.splice(1, Infinity, 'run.mjs', 'strat');
    await import(${JSON.stringify(pathToFileURL(at('scripts/run.mjs')).href)});
    console.log(JSON.stringify([process.env.NODE_COMPILE_CACHE, getCompileCacheDir() ?? null]));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: environment(cache),
  });
  const [forChildren, kept] = JSON.parse(stdout);
  return { forChildren, kept, said: stderr.split(' ')[0], status };
}

describe('compiled code that Node keeps', () => {
  it('has its folder in that of the project, also for what a command starts', () => {
    const { forChildren, kept, ...others } = start();
    expect(forChildren).toBe(COMPILED);
    expect(path.dirname(kept)).toBe(COMPILED);
    expect(others).toEqual({ said: 'Usage:', status: 2 });
  });

  it('has the folder that the environment names', () => {
    const cache = path.join(folder, 'cache');
    const { forChildren, kept } = start(cache);
    expect([forChildren, path.dirname(kept)]).toEqual([cache, cache]);
  });

  it('stops no start where its folder cannot be written', () => {
    const file = path.join(folder, 'a file where the folder would be');
    writeFileSync(file, '');
    expect(start(file)).toEqual({ forChildren: file, kept: null, said: 'Usage:', status: 2 });
  });

  it('is kept once a process has started, also of one that is killed later', async () => {
    const main = path.join(folder, 'main.mjs');
    const runProcess = pathToFileURL(at('dist/libs/http/run-process.js')).href;
    writeFileSync(
      main,
      `import { runProcess } from ${JSON.stringify(runProcess)};
       setInterval(() => undefined, 10_000);
       await runProcess(async () => ({ close: async () => undefined }));
       console.log('started');`,
    );
    const cache = path.join(folder, 'cache');
    const child = spawn(process.execPath, [main], {
      env: environment(cache),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readdirSync(cache).flatMap((version) => readdirSync(path.join(cache, version)))).not.toEqual([]);
  });
});
