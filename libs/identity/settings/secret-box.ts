import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SecretsKeyMissingError, SecretUnreadableError } from '../identity.errors.ts';

const SEALED_PREFIX = 'sealed:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Encrypts secrets entered in the console, with AES-256-GCM under a key derived from `SECRETS_KEY`. The place of a secret
 * (org and name) is authenticated with it, so a sealed value copied elsewhere cannot be decrypted. Previous keys still
 * decrypt the values that they sealed, so that the key can be changed. New secrets are sealed with the current key.
 */
export class SecretBox {
  private readonly key: Buffer | undefined;
  private readonly previous: readonly Buffer[];

  /** @param previousKeys keys of `PREVIOUS_SECRETS_KEYS`; unused without a current key. */
  constructor(secretsKey: string | undefined, previousKeys: readonly string[] = []) {
    this.key = secretsKey ? derived(secretsKey) : undefined;
    this.previous = previousKeys.map(derived);
  }

  /** False if the deployment has no `SECRETS_KEY`; no secret can then be stored. */
  get available(): boolean {
    return this.key !== undefined;
  }

  /** @throws SecretsKeyMissingError */
  seal(place: string, secret: string): string {
    if (!this.key) throw new SecretsKeyMissingError();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return SEALED_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns the secret sealed with the current key; undefined if it already is. @throws as {@link open}. */
  reseal(place: string, sealed: string): string | undefined {
    const secret = this.open(place, sealed);
    if (this.key && openWith(this.key, place, bytesOf(sealed)) !== undefined) return undefined;
    return this.seal(place, secret);
  }

  /** False for a value that {@link open} refuses. */
  opens(place: string, sealed: string): boolean {
    const bytes = bytesOf(sealed);
    if (!this.key) return false;
    return [this.key, ...this.previous].some((key) => openWith(key, place, bytes) !== undefined);
  }

  /**
   * @throws SecretsKeyMissingError
   * @throws SecretUnreadableError if the value was sealed with another key or for another place.
   */
  open(place: string, sealed: string): string {
    if (!this.key) throw new SecretsKeyMissingError();
    const bytes = bytesOf(sealed);
    for (const key of [this.key, ...this.previous]) {
      const opened = openWith(key, place, bytes);
      if (opened !== undefined) return opened;
    }
    throw new SecretUnreadableError(place);
  }
}

function derived(secretsKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'turnpike settings', KEY_BYTES));
}

function bytesOf(sealed: string): Buffer {
  return Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64url');
}

/** Undefined if the value was sealed with another key or for another place. */
function openWith(key: Buffer, place: string, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** True for a value made by {@link SecretBox.seal}. */
export function isSealed(value: string): boolean {
  return value.startsWith(SEALED_PREFIX);
}
