import type { ProviderName } from '../language-model.ts';

/** A model as it is asked. */
export interface AskedModel {
  provider: ProviderName;
  model: string;
}

/** Whether an org has keys of its own for a provider. */
export type OwnKeys = (orgId: string, provider: ProviderName) => boolean;

/**
 * Whose way to a model it is that an org takes: its own where it has keys or models of its own, whose failures are no
 * business of the others; null for the deployment's, which all take. Models of the same name may be different ones where
 * orgs have named them.
 */
export function wayOwner(
  { provider }: Pick<AskedModel, 'provider'>,
  orgId: string | undefined,
  hasOwnKeys: OwnKeys,
): string | null {
  if (orgId === undefined) return null;
  return provider === 'compatible' || hasOwnKeys(orgId, provider) ? orgId : null;
}
