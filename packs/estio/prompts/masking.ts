import type { ResourceContext } from '#pack-kit';

const HIDDEN = '***';

/** True if the caller may see personal data: everyone except contacts. */
export function maySeePersonalData({ caller }: ResourceContext): boolean {
  return caller.kind !== 'contact';
}

/** Keeps the first letter and the domain of an e-mail address. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? HIDDEN : `${email[0]}${HIDDEN}${email.slice(at)}`;
}

/** Keeps the last two digits. */
export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `${HIDDEN}${phone.slice(-2)}`;
}

/** Keeps the first name and the first letter of the last name. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.at(-1)?.[0];
  return last === undefined ? first : `${first} ${last}.`;
}

export function maskText(text: string): string {
  return text === '' ? '' : HIDDEN;
}
