import { PLAYGROUND_CONTACT } from '#contracts/console';
import { shortId } from './format.ts';

/** How a contact is called: by its id, and who tries things out in the playground by the own name. */
export function contactWord(of: { contactId: string; contactName?: string | null }): string {
  if (!of.contactId.startsWith(PLAYGROUND_CONTACT)) return of.contactId;
  const name = of.contactName ?? shortId(of.contactId.slice(PLAYGROUND_CONTACT.length));
  return `${name} (playground)`;
}
