import type { INestApplicationContext } from '@nestjs/common';
import { isForeseen } from '#contracts';

/**
 * Starts a process and keeps to the manners of one: what we foresee (a bad setting, a taken port, a pack that
 * must not be served) is its message alone and exit code 1, and a child whose parent is gone (`npm start` killed) ends itself.
 */
export async function runProcess(start: () => Promise<INestApplicationContext>): Promise<void> {
  try {
    const app = await start();
    process.once('disconnect', () => void app.close().finally(() => process.exit(0)));
  } catch (error) {
    process.stderr.write(`${isForeseen(error) ? error.message : describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
