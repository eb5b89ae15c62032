import { randomBytes } from 'node:crypto';
import type { Clock } from '#config';
import type { OrgTransaction } from '#database';
import { findSecrets, insertSecretIfMissing, replaceSeals, rotateSecret } from './webhook.repository.ts';

const SECRET_BYTES = 32;
/** The previous secret also signs for this time after a rotation, so that receivers have time to change theirs. */
export const PREVIOUS_SECRET_VALID_MS = 24 * 3_600_000;

/**
 * Encrypts stored values. The place is authenticated with the value: a value copied to another place cannot be
 * decrypted.
 */
export interface SecretSealer {
  /** @throws if the deployment has no encryption key. */
  seal(place: string, secret: string): string;
  open(place: string, sealed: string): string;
}

export interface SigningSecrets {
  /** `whsec_…`, the format of the Standard Webhooks libraries. */
  current: string;
  previous: string | undefined;
  previousUntil: Date | undefined;
}

/** One secret per org, created at first use. */
export class WebhookSecrets {
  constructor(
    private readonly sealer: SecretSealer,
    private readonly clock: Clock,
  ) {}

  /** Returns the current signing secrets. @throws SecretsKeyMissingError without `SECRETS_KEY`. */
  async of(tx: OrgTransaction): Promise<SigningSecrets> {
    const now = this.clock.now();
    let stored = await findSecrets(tx);
    if (!stored) {
      await insertSecretIfMissing(tx, this.newSealed(tx.orgId), now);
      stored = await findSecrets(tx);
    }
    if (!stored) throw new Error('The secret is missing after it was stored');
    const { secret, previousSecret, previousUntil } = stored;
    const open = (sealed: string) => this.sealer.open(placeOf(tx.orgId), sealed);
    const valid = previousSecret !== null && previousUntil !== null && previousUntil > now;
    return {
      current: open(secret),
      previous: valid ? open(previousSecret) : undefined,
      previousUntil: valid ? previousUntil : undefined,
    };
  }

  /** Creates a new secret. The previous secret also signs for 24 h. */
  async rotate(tx: OrgTransaction): Promise<SigningSecrets> {
    await this.of(tx);
    const now = this.clock.now();
    const until = new Date(now.getTime() + PREVIOUS_SECRET_VALID_MS);
    await rotateSecret(tx, this.newSealed(tx.orgId), until, now);
    return this.of(tx);
  }

  private newSealed(orgId: string): string {
    return this.sealer.seal(placeOf(orgId), `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`);
  }
}

function placeOf(orgId: string): string {
  return `${orgId}/webhook-secret`;
}

/**
 * Replaces the encrypted signing secrets for which `reseal` returns a new value.
 *
 * @returns the number of replaced secrets.
 */
export async function resealWebhookSecrets(
  tx: OrgTransaction,
  reseal: (place: string, sealed: string) => string | undefined,
): Promise<number> {
  const stored = await findSecrets(tx, true);
  if (!stored) return 0;
  const anew = (sealed: string | null) => (sealed === null ? undefined : reseal(placeOf(tx.orgId), sealed));
  const [secret, previous] = [anew(stored.secret), anew(stored.previousSecret)];
  await replaceSeals(tx, {
    secret: secret ?? stored.secret,
    previousSecret: previous ?? stored.previousSecret,
  });
  return [secret, previous].filter((sealed) => sealed !== undefined).length;
}
