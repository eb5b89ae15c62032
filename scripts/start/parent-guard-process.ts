// Loaded by an app or a command that has a channel to its parent: it stops when the parent dies.
import { spawn } from 'node:child_process';

/** Time for the app's own shutdown, after which the process is killed. */
const GRACE_S = 5;

process.once('disconnect', () => {
  // By another process: the shutdown may hang in a place where no timer of this one runs.
  const killer = spawn('sh', ['-c', `sleep ${GRACE_S}; kill -KILL ${process.pid}`], {
    detached: true,
    stdio: 'ignore',
  });
  killer.on('error', () => undefined).unref();
  // SIGKILL instead of process.exit(): the parent that would read the exit code is gone.
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep the process alive.
process.channel?.unref();
