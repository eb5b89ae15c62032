import type { Database } from '#database';
import { SecretUnreadableError, type OrgService, type SecretBox } from '#identity';
import { resealServerHeaders } from '#mcp';
import { resealModelKeys } from '#models';
import { resealWebhookSecrets } from '#outbound';

export interface ResealedOrg {
  slug: string;
  /** Secrets that were sealed with a previous key. */
  resealed: number;
  /** Set if a secret of the org cannot be decrypted with any key; nothing of the org was changed then. Null otherwise. */
  problem: string | null;
}

/**
 * Seals every stored secret of every org with the present `SECRETS_KEY`. Each org has its own transaction: a second run
 * continues where the first one stopped, and a secret that no key opens affects its own org only.
 *
 * @throws SecretsKeyMissingError
 */
export async function resealSecrets(
  database: Database,
  orgs: Pick<OrgService, 'list' | 'resealSettings'>,
  box: SecretBox,
): Promise<ResealedOrg[]> {
  const reseal = (place: string, sealed: string) => box.reseal(place, sealed);
  const done: ResealedOrg[] = [];
  for (const { id, slug } of await orgs.list()) {
    try {
      const resealed = await database.forOrg(
        id,
        async (tx) =>
          (await orgs.resealSettings(tx)) +
          (await resealModelKeys(tx, reseal)) +
          (await resealServerHeaders(tx, reseal)) +
          (await resealWebhookSecrets(tx, reseal)),
      );
      done.push({ slug, resealed, problem: null });
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
      done.push({ slug, resealed: 0, problem: error.message });
    }
  }
  return done;
}
