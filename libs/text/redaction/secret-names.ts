import { remembered } from '../remembered.ts';

/**
 * The list of names whose values are never logged, traced or shown. A name is secret if it ends with an entry of the list,
 * regardless of case and separators: `SEARCH_API_KEY`, `x-api-key` and `apiKey` match the same entry.
 */
export const SECRET_NAME_ENDINGS = `
  password passwd passphrase passcode secret token apikey accesskey privatekey secretkey secretskey
  signingkey encryptionkey authorization cookie credential credentials identitynumber passportnumber
  nationalid socialsecuritynumber ssn cardnumber cvv cvc otp`
  .trim()
  .split(/\s+/);

/** Longer texts are not names. */
const MAX_NAME_CHARACTERS = 64;

const endsSecretly = remembered((name) => {
  const letters = name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  return SECRET_NAME_ENDINGS.some((ending) => letters.endsWith(ending));
}, 5_000);

/** True if the value of a field, header or setting with that name is a secret. */
export function isSecretName(name: string): boolean {
  return endsSecretly(name.slice(-MAX_NAME_CHARACTERS));
}
