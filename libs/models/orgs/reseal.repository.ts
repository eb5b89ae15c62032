import type { OrgTransaction } from '#database';
import type { KeyedProvider } from '../language-model.ts';
import { modelKeyPlace, providerKeyPlace } from './places.ts';

/**
 * Re-encrypts the org's provider keys and own models' keys where `reseal` returns a new value. @returns the number of
 * re-encrypted keys.
 */
export async function resealModelKeys(
  tx: OrgTransaction,
  reseal: (place: string, sealed: string) => string | undefined,
): Promise<number> {
  let resealed = 0;
  const keys = await tx.query<{ provider: KeyedProvider; fingerprint: string; sealed: string }>(
    'SELECT provider, fingerprint, sealed FROM org_provider_keys WHERE org_id = $1 FOR UPDATE',
  );
  for (const { provider, fingerprint, sealed } of keys) {
    const anew = reseal(providerKeyPlace(tx.orgId, provider, fingerprint), sealed);
    if (anew === undefined) continue;
    resealed += await tx.execute(
      'UPDATE org_provider_keys SET sealed = $4 WHERE org_id = $1 AND provider = $2 AND fingerprint = $3',
      [provider, fingerprint, anew],
    );
  }
  const models = await tx.query<{ name: string; sealed: string }>(
    'SELECT name, api_key AS sealed FROM org_models WHERE org_id = $1 AND api_key IS NOT NULL FOR UPDATE',
  );
  for (const { name, sealed } of models) {
    const anew = reseal(modelKeyPlace(tx.orgId, name), sealed);
    if (anew === undefined) continue;
    resealed += await tx.execute('UPDATE org_models SET api_key = $3 WHERE org_id = $1 AND name = $2', [
      name,
      anew,
    ]);
  }
  return resealed;
}
