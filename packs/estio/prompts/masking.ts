import type { FaceContext } from '#pack-kit';

const HIDDEN = '***';

/** Staff see all; to others what tells of a person is hidden. */
export function seesPersons({ caller }: FaceContext): boolean {
  return caller.kind !== 'contact';
}

/** The first letter and where it is, so that somebody who knows the address recognises it. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? HIDDEN : `${email[0]}${HIDDEN}${email.slice(at)}`;
}

/** The last two digits. */
export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `${HIDDEN}${phone.slice(-2)}`;
}

/** The first name, and the first letter of the last. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.at(-1)?.[0];
  return last === undefined ? first : `${first} ${last}.`;
}

export function maskText(text: string): string {
  return text === '' ? '' : HIDDEN;
}
