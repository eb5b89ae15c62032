import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError } from '#config';
import { PortTakenError } from './listen.ts';

/**
 * Starts a process and keeps to the manners of one: a bad setting or a taken port is one clear line and exit code 1,
 * and a child whose parent is gone (`npm start` killed) ends itself.
 */
export async function runProcess(start: () => Promise<INestApplicationContext>): Promise<void> {
  try {
    const app = await start();
    process.once('disconnect', () => void app.close().finally(() => process.exit(0)));
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof PortTakenError;
    process.stderr.write(`${expected ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
