import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const CACHE = path.join(ROOT, '.cache');
/** What Node keeps of compiled code (`NODE_COMPILE_CACHE`). */
export const COMPILED = path.join(CACHE, 'compiled');
export const at = (...parts) => path.join(ROOT, ...parts);

/** A failure whose message is all that the reader needs; no stack is shown. */
export class ExpectedError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'ExpectedError';
  }
}

/** Reads `.env` where there is one. What the environment already says wins. */
export function loadEnvFile() {
  if (existsSync(at('.env'))) process.loadEnvFile(at('.env'));
}
