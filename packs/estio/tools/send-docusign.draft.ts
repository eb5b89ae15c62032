import type { OrgTransaction } from '#pack-kit';
import { normalizeText } from '#text';
import type { Contract } from '../schema/contract.repository.ts';
import { namedBesideDeal } from './send-docusign.names.ts';
import { dealOf, partiesOf } from '../schema/deal.repository.ts';
import { propertyOf } from '../schema/property.read-model.ts';

const DEAL_IDS = /(?<![\p{L}\p{N}-])deal-[\p{L}\p{N}]+/giu;

/**
 * A person, place or id that the message names and that does not belong to the draft's deal, so that another draft may be
 * meant; undefined where all of them belong to it.
 *
 * @param signers the people who are named to sign it.
 */
export async function draftOfAnother(
  tx: OrgTransaction,
  { id, dealId }: Contract,
  messageText: string,
  signers: readonly { name: string }[] = [],
): Promise<string | undefined> {
  const named = namedBesideDeal({ text: messageText, normalized: normalizeText(messageText) });
  const deals = [...messageText.matchAll(DEAL_IDS)].map(([deal]) => deal.toLowerCase());
  if (named.another) return 'somebody or something else';
  const { propertyId } = await dealOf(tx, dealId);
  const parties = await partiesOf(tx, dealId);
  const { district, area } = await propertyOf(tx, propertyId);
  const own = new Set([id, dealId, propertyId, ...parties.map(({ contactId }) => contactId)]);
  const people = new Set(
    [...parties, ...signers].flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}-]+/u)),
  );
  return (
    [...named.ids, ...deals].find((one) => !own.has(one)) ??
    named.places.find((place) => place !== district && place !== area) ??
    named.people.find((person) => !people.has(person))
  );
}
