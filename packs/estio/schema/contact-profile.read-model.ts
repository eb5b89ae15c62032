import type { OrgTransaction } from '#pack-kit';
import type { EstioActivity, EstioContact } from './entities/index.ts';
import type { Requirements } from './requirements.ts';

/** The profile of a contact without its insights, for the MCP resource. Times are ISO 8601. */
export interface ContactView {
  contact: { name: string; agent: string | null } & Pick<
    EstioContact,
    'id' | 'type' | 'email' | 'phone' | 'language' | 'status' | 'leadScore' | 'marketingConsent'
  >;
  requirements: Omit<Requirements, 'district' | 'status'> & { districts: string[] };
  properties: { id: string; title: string; status: string; relation: 'owned' | 'viewed' | 'alerted' }[];
  deals: { id: string; stage: string; property: string; value: number }[];
  activities: ActivityView[];
  viewings: { next: ViewingView[]; last: ViewingView[] };
}

export interface ActivityView extends Pick<EstioActivity, 'id' | 'type' | 'summary' | 'outcome'> {
  occurredAt: string;
  by: string;
}

interface ViewingView {
  id: string;
  property: string;
  agent: string;
  startsAt: string;
  status: string;
  feedback: string | null;
}

const VIEWINGS = (when: string, order: string) => `
  coalesce((SELECT json_agg(v) FROM (
    SELECT id, property_id AS property, agent_user_id AS agent, starts_at AS "startsAt", status, feedback FROM estio_viewings
     WHERE org_id = $1 AND contact_id = c.id AND starts_at ${when} $3
     ORDER BY starts_at ${order}, id LIMIT 5) v), '[]')`;

const FIND = `
  SELECT json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name), 'type', c.type, 'email', c.email,
           'phone', c.phone, 'language', c.language, 'status', c.status, 'leadScore', c.lead_score,
           'agent', c.agent_user_id, 'marketingConsent', c.marketing_consent) AS contact,
         json_build_object('districts', c.req_districts, 'minPrice', c.req_min_price, 'maxPrice', c.req_max_price,
           'bedrooms', c.req_bedrooms, 'bedroomsMin', c.req_bedrooms_min, 'notes', c.req_notes) AS requirements,
         coalesce((SELECT json_agg(p ORDER BY p.relation, p.id) FROM (
           SELECT id, title, status, 'owned' AS relation FROM estio_properties
            WHERE org_id = $1 AND owner_contact_id = c.id
           UNION
           SELECT p.id, p.title, p.status, 'viewed' FROM estio_viewings v
             JOIN estio_properties p ON p.org_id = v.org_id AND p.id = v.property_id
            WHERE v.org_id = $1 AND v.contact_id = c.id AND v.status = 'done'
           UNION
           SELECT p.id, p.title, p.status, 'alerted' FROM estio_listing_alerts l
             JOIN estio_properties p ON p.org_id = l.org_id AND p.id = ANY(l.property_ids)
            WHERE l.org_id = $1 AND l.contact_id = c.id) p), '[]') AS properties,
         coalesce((SELECT json_agg(d) FROM (
           SELECT d.id, d.stage, d.property_id AS property, d.value FROM estio_deals d
            WHERE d.org_id = $1 AND EXISTS (SELECT 1 FROM estio_deal_parties x
                    WHERE x.org_id = d.org_id AND x.deal_id = d.id AND x.contact_id = c.id)
            ORDER BY d.updated_at DESC, d.id) d), '[]') AS deals,
         coalesce((SELECT json_agg(a) FROM (
           SELECT id, type, summary, outcome, occurred_at AS "occurredAt", created_by AS by FROM estio_activities
            WHERE org_id = $1 AND contact_id = c.id ORDER BY occurred_at DESC, id LIMIT 20) a), '[]') AS activities,
         json_build_object('next', ${VIEWINGS('>', 'ASC')}, 'last', ${VIEWINGS('<=', 'DESC')}) AS viewings
    FROM estio_contacts c WHERE c.org_id = $1 AND c.id = $2`;

const STARTING_WITH = `
  SELECT id FROM estio_contacts
   WHERE org_id = $1 AND (starts_with(id, $2) OR starts_with(lower(first_name || ' ' || last_name), lower($2)))
   ORDER BY id LIMIT $3`;

/** @returns undefined if the org has no such contact */
export async function contactView(
  tx: OrgTransaction,
  contactId: string,
  now: Date,
): Promise<ContactView | undefined> {
  const [view] = await tx.query<ContactView>(FIND, [contactId, now]);
  return view;
}

/** Ids of contacts whose id or name begins with `typed`. */
export async function contactIds(tx: OrgTransaction, typed: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(STARTING_WITH, [typed, most]);
  return rows.map(({ id }) => id);
}
