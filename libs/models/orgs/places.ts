import type { KeyedProvider } from '../language-model.ts';

/** Associated data of an encrypted provider key: a copy elsewhere cannot be decrypted. */
export function providerKeyPlace(orgId: string, provider: KeyedProvider, fingerprint: string): string {
  return `${orgId}/provider_keys/${provider}/${fingerprint}`;
}

/** Associated data of the encrypted key of an own model. */
export function modelKeyPlace(orgId: string, name: string): string {
  return `${orgId}/models/${name}`;
}

/** Owner of keys in the rows of key states. @param model name of an own model. */
export function keyOwnerOf(orgId: string, model?: string): string {
  return model === undefined ? `org/${orgId}` : `org/${orgId}/${model}`;
}
