import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';

/** The signals that ask a process to stop. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The TypeScript compiler ignores signals. */
const KILLED_AFTER_MS = 2_000;

/** A killed npm is noticed within this time. */
const PARENT_POLL_MS = 500;

/**
 * Runs a program of Node in this terminal and resolves to its exit code (128 + n for a signal). Signals are passed on. The
 * terminal sends Ctrl-C to the program too; the supervisor treats two signals within half a second as one. A channel tells
 * the program when this process was killed.
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options });
    const pass = (signal) => child.kill(signal);
    for (const signal of STOP_SIGNALS) process.on(signal, pass);
    const settle = (finish) => (value, signal) => {
      for (const name of STOP_SIGNALS) process.off(name, pass);
      finish(signal ? 128 + (os.constants.signals[signal] ?? 0) : value);
    };
    child.once('error', settle(reject));
    child.once('exit', settle(resolve));
  });
}

/**
 * Runs a program and resolves to `{ code, output }`, for steps whose output is shown only after a failure. The output
 * includes standard error. A signal stops the program first, within two seconds, and then this process, so that nothing
 * runs on in the background.
 */
export function captureProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    let told;
    let killing;
    const stop = (signal) => {
      if (!told) process.stderr.write('Stopping …\n');
      told = signal;
      child.kill(signal);
      killing ??= setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    const settle = (finish) => {
      clearTimeout(killing);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      // Another listener ends this process in its own way.
      if (told && process.listenerCount(told) === 0) process.kill(process.pid, told);
      else finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, signal) => settle(() => resolve({ code: signal ? 128 : code, output })));
  });
}

/**
 * Ends this process, the npm script `name`, as a closed terminal would (SIGHUP) when {@link runProgram} in its parent, or
 * npm, has ended: npm may be killed, and passes no SIGHUP on. A shell that runs `node scripts/run.mjs start &` may end first.
 */
export function stopWithParent(name, pollMs = PARENT_POLL_MS) {
  const stop = () => process.kill(process.pid, 'SIGHUP');
  if (process.connected) {
    process.once('disconnect', stop);
    // The channel must not keep the process alive.
    process.channel.unref();
  } else if (process.env.npm_lifecycle_event === name) {
    const npm = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(timer);
      stop();
    }, pollMs).unref();
  }
}
