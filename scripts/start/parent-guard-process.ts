// Loaded before an app that `npm start` runs: when the supervisor dies, however it dies, the app stops too.

/** The app's own shutdown gets this long before the process ends without it. */
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  // Nobody asks for an exit code any more, and a process has been seen to hang within its own teardown.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.once('exit', end);
  setTimeout(end, GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening for the end of the channel must not keep the process alive.
process.channel?.unref();

export {};
