import { flushCompileCache } from 'node:module';
import type { INestApplicationContext, NestApplicationOptions } from '@nestjs/common';
import { Logger } from 'nestjs-pino';
import { isForeseen } from '#contracts';

/**
 * Options of `NestFactory.create`. If the app cannot be built, Nest throws and {@link runProcess} prints the reason. With its
 * default options Nest would log the start steps and the stack, and exit.
 */
export const START_OPTIONS = {
  bufferLogs: true,
  autoFlushLogs: false,
  abortOnError: false,
} satisfies NestApplicationOptions;

/** Redirects Nest's log, including the lines buffered since the start, to the log of the process. */
export function writeToLog(app: INestApplicationContext): void {
  app.useLogger(app.get(Logger));
  app.flushLogs();
}

/** By this time the process has loaded the modules that it loads lazily. */
const WARM_AFTER_MS = 10_000;

/**
 * Starts a process. An expected error (an invalid setting, a used port, an invalid pack) prints only its message; every
 * error exits with code 1.
 */
export async function runProcess(start: () => Promise<INestApplicationContext>): Promise<void> {
  try {
    await start();
    keepCompiledCode();
  } catch (error) {
    process.stderr.write(`${isForeseen(error) ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

/** Writes the compile cache early. Node writes it only on exit, which a killed process never reaches. */
function keepCompiledCode(): void {
  flushCompileCache();
  setTimeout(flushCompileCache, WARM_AFTER_MS).unref();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
