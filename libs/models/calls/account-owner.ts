import type { ProviderName } from '../language-model.ts';

export interface ModelTarget {
  provider: ProviderName;
  model: string;
}

/** Returns true if an org has its own keys for a provider. */
export type HasOwnKeys = (orgId: string, provider: ProviderName) => boolean;

/**
 * Returns the owner of the account that serves a call: the org if it uses its own keys or models, else null for the
 * deployment. Failures of one org's account do not affect others. Orgs may give different models the same name.
 */
export function accountOwner(
  { provider }: Pick<ModelTarget, 'provider'>,
  orgId: string | undefined,
  hasOwnKeys: HasOwnKeys,
): string | null {
  if (orgId === undefined) return null;
  return provider === 'compatible' || hasOwnKeys(orgId, provider) ? orgId : null;
}
