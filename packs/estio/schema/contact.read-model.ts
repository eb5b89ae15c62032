import { columnsOf, type OrgTransaction, ToolError, wordList } from '#pack-kit';
import type { EstioContact } from './entities/index.ts';

const FIELDS = wordList(
  `id firstName email language agentUserId marketingConsent reqDistricts reqMinPrice reqMaxPrice
   reqBedrooms reqBedroomsMin lastAlertAt`,
) satisfies readonly (keyof EstioContact)[];

/** A contact, for mails, drafts and bookings. */
export interface Person extends Pick<EstioContact, (typeof FIELDS)[number]> {
  /** First and last name. */
  name: string;
}

/** @throws ToolError NOT_FOUND */
export async function personOf(
  tx: OrgTransaction,
  contactId: string,
  { lock = false } = {},
): Promise<Person> {
  const [row] = await tx.query<Person>(
    `SELECT ${columnsOf(FIELDS)}, trim(first_name || ' ' || last_name) AS name
       FROM estio_contacts WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [contactId],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no contact ${contactId}.`);
  return row;
}
