// Loaded before an app of `npm start`: the app stops when the supervisor dies.

/** Time for the app's own shutdown, after which the process is killed. */
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  // SIGKILL instead of process.exit(): the parent that would read the exit code is gone, and shutdown may hang.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.once('exit', end);
  setTimeout(end, GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep the process alive.
process.channel?.unref();

export {};
