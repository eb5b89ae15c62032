import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const CACHE = path.join(ROOT, '.cache');
/** Node's compile cache (`NODE_COMPILE_CACHE`). */
export const COMPILED = path.join(CACHE, 'compiled');
export const at = (...parts) => path.join(ROOT, ...parts);

/** A failure that is shown as its message alone, without a stack. */
export class ExpectedError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'ExpectedError';
  }
}

/** Reads `.env` if it exists. Variables that are set already take precedence. Node before 20.12 cannot. */
export function loadEnvFile() {
  if (existsSync(at('.env'))) process.loadEnvFile?.(at('.env'));
}
