import { hash, verify } from '@node-rs/argon2';
import { InvalidIdentityError } from '../identity.errors.ts';

const MIN_PASSWORD_CHARACTERS = 8;
const MAX_PASSWORD_CHARACTERS = 256;

/** OWASP Password Storage Cheat Sheet (2024): argon2id with 19 MiB, 2 passes, 1 lane. 2 is argon2id in the library. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of nobody's password: a look-up that finds nobody takes as long as one that does. */
let decoy: Promise<string> | undefined;

/**
 * argon2id in PHC format. Takes tens of milliseconds on a thread of its own; never inside a transaction.
 *
 * @throws InvalidIdentityError when the password has fewer than 8 or more than 256 characters.
 */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password);
  return hash(password, ARGON2ID);
}

/** @throws InvalidIdentityError for one that is too short or too long. */
export function checkPassword(password: string): void {
  if (password.length < MIN_PASSWORD_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS) {
    throw new InvalidIdentityError(
      'password',
      `A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
    );
  }
}

/** Whether `password` is the one of `passwordHash`. Takes as long where there is no hash. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_CHARACTERS) return false;
  if (passwordHash === null) {
    decoy ??= hash('the password of nobody', ARGON2ID);
    await verify(await decoy, password);
    return false;
  }
  return verify(passwordHash, password);
}
