import { hash, verify } from '@node-rs/argon2';
import { InvalidIdentityError } from '../identity.errors.ts';

const MIN_PASSWORD_CHARACTERS = 8;
const MAX_PASSWORD_CHARACTERS = 256;

/**
 * OWASP Password Storage Cheat Sheet (2024): argon2id with 19 MiB, 2 passes, 1 lane. The library's value 2 means argon2id.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a dummy password. It makes a look-up without a user take as long as one with a user. */
let decoy: Promise<string> | undefined;

/**
 * Hashes a password with argon2id in PHC format. Takes tens of milliseconds in another thread; never call it inside a
 * transaction.
 *
 * @throws InvalidIdentityError if the password has fewer than 8 or more than 256 characters.
 */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password);
  return hash(password, ARGON2ID);
}

/** @throws InvalidIdentityError if the password is too short or too long. */
export function checkPassword(password: string): void {
  if (password.length < MIN_PASSWORD_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS) {
    throw new InvalidIdentityError(
      'password',
      `A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
    );
  }
}

/** True if `password` matches `passwordHash`. Takes the same time if there is no hash. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_CHARACTERS) return false;
  if (passwordHash === null) {
    decoy ??= hash('the password of nobody', ARGON2ID);
    await verify(await decoy, password);
    return false;
  }
  return verify(passwordHash, password);
}
