import { watch } from 'node:fs';
import process from 'node:process';
import { buildTargets, staleTargets } from './lib/build.mjs';
import { Progress } from './lib/progress.mjs';
import { at } from './lib/project.mjs';

const WATCHED = ['apps', 'libs', 'migrations', 'packs', 'scripts'];
/** Editors write a file in several steps, which are one change. */
const QUIET_MS = 150;

/** `npm run dev`: `npm start`, and after each change of a source a build and a restart of the apps. */
export async function dev(_args, { progress }) {
  process.setSourceMapsEnabled(true);
  const { start } = await import(at('dist/scripts/start.js'));
  let reload = () => undefined;
  const watchers = WATCHED.map((folder) => watch(at(folder), { recursive: true }, changed));
  let timer;
  let running = Promise.resolve();

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild);
    }, QUIET_MS);
  }

  async function rebuild() {
    const stale = staleTargets(['apps', 'web']);
    if (stale.length === 0) return;
    const failed = await buildTargets(stale, new Progress(1));
    if (!failed && stale.includes('apps')) reload();
  }

  try {
    return await start(progress, {
      onReload: (restartApps) => {
        reload = restartApps;
      },
    });
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}
