import { flushCompileCache } from 'node:module';
import type { INestApplicationContext, NestApplicationOptions } from '@nestjs/common';
import { Logger } from 'nestjs-pino';
import { isForeseen } from '#contracts';

/**
 * For `NestFactory.create`: an app that cannot be built throws, and {@link runProcess} says why. By itself Nest would
 * write the steps of the start and the error's stack, and end the process.
 */
export const START_OPTIONS = {
  bufferLogs: true,
  autoFlushLogs: false,
  abortOnError: false,
} satisfies NestApplicationOptions;

/** From here on Nest writes to the process's own log, beginning with what it said since the start. */
export function writeToLog(app: INestApplicationContext): void {
  app.useLogger(app.get(Logger));
  app.flushLogs();
}

/** By then it has loaded what only work asks for. */
const WARM_AFTER_MS = 10_000;

/**
 * Starts a process and keeps to the manners of one: what we foresee (a bad setting, a taken port, a pack that
 * must not be served) is its message alone and exit code 1, and a child whose parent is gone (`npm start` killed) ends itself.
 */
export async function runProcess(start: () => Promise<INestApplicationContext>): Promise<void> {
  try {
    const app = await start();
    process.once('disconnect', () => void app.close().finally(() => process.exit(0)));
    keepCompiledCode();
  } catch (error) {
    process.stderr.write(`${isForeseen(error) ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

/** Node would write its cache of compiled code at the end only, which a process that is killed does not have. */
function keepCompiledCode(): void {
  flushCompileCache();
  setTimeout(flushCompileCache, WARM_AFTER_MS).unref();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
