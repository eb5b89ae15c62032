import type { KeyedProvider } from '../language-model.ts';

/** What a sealed key of a provider is bound to: copied elsewhere, it does not open. */
export function providerKeyPlace(orgId: string, provider: KeyedProvider, fingerprint: string): string {
  return `${orgId}/provider_keys/${provider}/${fingerprint}`;
}

/** What the sealed key of an org's own model is bound to. */
export function modelKeyPlace(orgId: string, name: string): string {
  return `${orgId}/models/${name}`;
}

/** Whose keys these are, in the rows of keys that rest or were refused. @param model an own model's name. */
export function keyOwnerOf(orgId: string, model?: string): string {
  return model === undefined ? `org/${orgId}` : `org/${orgId}/${model}`;
}
