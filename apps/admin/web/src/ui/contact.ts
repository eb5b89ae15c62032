import { PLAYGROUND_CONTACT } from '#contracts/console';
import { shortId } from './format.ts';

/** Name of a contact: its id, or the user's name for a playground contact. */
export function contactWord(of: { contactId: string; contactName?: string | null }): string {
  if (!of.contactId.startsWith(PLAYGROUND_CONTACT)) return of.contactId;
  const name = of.contactName ?? shortId(of.contactId.slice(PLAYGROUND_CONTACT.length));
  return `${name} (playground)`;
}
