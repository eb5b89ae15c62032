import { type OrgTransaction, ToolError } from '#pack-kit';

/** A contact, for mails, drafts and bookings. */
export interface Person {
  id: string;
  firstName: string;
  name: string;
  email: string | null;
  language: string | null;
  agentUserId: string | null;
  marketingConsent: boolean;
  reqDistricts: string[];
  reqMinPrice: number | null;
  reqMaxPrice: number | null;
  reqBedrooms: number | null;
  reqBedroomsMin: number | null;
  lastAlertAt: Date | null;
}

/** @throws ToolError NOT_FOUND */
export async function personOf(
  tx: OrgTransaction,
  contactId: string,
  { lock = false } = {},
): Promise<Person> {
  const [row] = await tx.query<Person>(
    `SELECT id, first_name AS "firstName", trim(first_name || ' ' || last_name) AS name, email, language,
            agent_user_id AS "agentUserId", marketing_consent AS "marketingConsent", req_districts AS "reqDistricts",
            req_min_price AS "reqMinPrice", req_max_price AS "reqMaxPrice", req_bedrooms AS "reqBedrooms",
            req_bedrooms_min AS "reqBedroomsMin", last_alert_at AS "lastAlertAt"
       FROM estio_contacts WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [contactId],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no contact ${contactId}.`);
  return row;
}
