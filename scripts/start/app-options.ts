/**
 * Options of Node for api, worker and console. They bound the garbage that V8 keeps: at full load a worker has 100 MB of
 * living data, and kept 500 MB. Not `--max-old-space-size`, which would lift the memory limit of sandboxed programs.
 */
export const APP_OPTIONS = ['--enable-source-maps', '--max-semi-space-size=32', '--heap-growing-percent=50'];
/** For an app that has a channel to its parent: it also stops when the parent dies. */
export const GUARDED = [...APP_OPTIONS, '--import', import.meta.resolve('./parent-guard-process.js')];
