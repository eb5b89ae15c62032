import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';

/** By which a process is told to stop. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The compiler of TypeScript takes no notice of a signal, and would go on to its end. */
const KILLED_AFTER_MS = 2_000;

/**
 * Runs a program with this terminal and resolves to its exit code (128 + n for a signal). Signals are passed on. Ctrl-C of
 * a terminal reaches the program by itself too; the supervisor takes what comes within half a second for one.
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
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
 * Runs a program and resolves to `{ code, output }`, standard error in it, for steps that speak only when they fail. Where
 * this process is told to stop, it does so when the program has ended, within two seconds: nothing goes on behind a prompt
 * that is back.
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
      // Whoever else listens ends this process in a way of its own.
      if (told && process.listenerCount(told) === 0) process.kill(process.pid, told);
      else finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, signal) => settle(() => resolve({ code: signal ? 128 : code, output })));
  });
}
