import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startLockIn } from './obstacles.ts';
import { takeProcessLock } from './process-lock.ts';
import { StartRefusedError } from './start.errors.ts';

const SECRETS_KEY_BYTES = 32;

/** `DATA_DIR`: the embedded database, the logs, the demo's keys. Only its owner can read it. */
export class DataFolder {
  private constructor(
    readonly path: string,
    readonly close: () => void,
  ) {}

  /** @throws StartRefusedError when another start uses the folder, or it cannot be made. */
  static async open(directory: string): Promise<DataFolder> {
    const folder = path.resolve(directory);
    try {
      mkdirSync(path.join(folder, 'logs'), { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
    } catch (error) {
      throw new StartRefusedError(`DATA_DIR ${folder} cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const lock = takeProcessLock(startLockIn(folder));
    if ('takenBy' in lock) throw new StartRefusedError(`Process ${lock.takenBy} uses ${folder}.`);
    return new DataFolder(folder, lock.release);
  }

  get logs(): string {
    return path.join(this.path, 'logs');
  }

  /** The key that seals stored secrets: 32 random bytes in base64, created once. */
  secretsKey(): string {
    const file = path.join(this.path, 'secrets.key');
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(SECRETS_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    return readFileSync(file, 'utf8').trim();
  }
}
