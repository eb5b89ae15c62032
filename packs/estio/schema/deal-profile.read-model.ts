import type { OrgTransaction } from '#pack-kit';
import type { Deal } from './deal.repository.ts';
import type { ActivityView } from './contact-profile.read-model.ts';

/** A deal without its insights, for the MCP resource. Amounts are whole euro, times ISO 8601. */
export interface DealView {
  deal: Omit<Deal, 'contactId' | 'propertyId'>;
  /** The buyer or tenant. */
  contactId: string;
  parties: {
    role: string;
    contact: { id: string; name: string; email: string | null; phone: string | null };
  }[];
  property: { id: string; reference: string; title: string; status: string; price: number } | null;
  offers: { id: string; direction: string; amount: number; status: string; validUntil: string }[];
  viewings: { id: string; agent: string; startsAt: string; status: string }[];
  contracts: { id: string; contractType: string; version: number; status: string; price: number }[];
  signatureRequests: { id: string; contractId: string; status: string; expiresAt: string }[];
  timeline: ActivityView[];
}

const FIND = `
  SELECT json_build_object('id', d.id, 'title', d.title, 'stage', d.stage, 'value', d.value,
           'agreedPrice', d.agreed_price, 'dealType', d.deal_type, 'expectedCloseDate', d.expected_close_date) AS deal,
         d.contact_id AS "contactId",
         coalesce((SELECT json_agg(json_build_object('role', x.role, 'contact', json_build_object('id', c.id,
                     'name', trim(c.first_name || ' ' || c.last_name), 'email', c.email, 'phone', c.phone)) ORDER BY x.role, c.id)
            FROM estio_deal_parties x JOIN estio_contacts c ON c.org_id = x.org_id AND c.id = x.contact_id
           WHERE x.org_id = $1 AND x.deal_id = d.id), '[]') AS parties,
         (SELECT json_build_object('id', p.id, 'reference', p.reference, 'title', p.title, 'status', p.status, 'price', p.price)
            FROM estio_properties p WHERE p.org_id = $1 AND p.id = d.property_id) AS property,
         coalesce((SELECT json_agg(json_build_object('id', a.id, 'type', a.type, 'summary', a.summary, 'outcome', a.outcome,
                     'occurredAt', a.occurred_at, 'by', a.created_by) ORDER BY a.occurred_at, a.id)
            FROM estio_activities a WHERE a.org_id = $1 AND a.deal_id = d.id), '[]') AS timeline
         , coalesce((SELECT json_agg(json_build_object('id', o.id, 'direction', o.direction, 'amount', o.amount, 'status', o.status,
                     'validUntil', o.valid_until) ORDER BY o.created_at, o.id)
            FROM estio_offers o WHERE o.org_id = $1 AND o.deal_id = d.id), '[]') AS offers,
         coalesce((SELECT json_agg(json_build_object('id', v.id, 'agent', v.agent_user_id, 'startsAt', v.starts_at,
                     'status', v.status) ORDER BY v.starts_at, v.id)
            FROM estio_viewings v WHERE v.org_id = $1 AND v.contact_id = d.contact_id AND v.property_id = d.property_id), '[]') AS viewings,
         coalesce((SELECT json_agg(json_build_object('id', k.id, 'contractType', k.contract_type, 'version', k.version,
                     'status', k.status, 'price', k.price) ORDER BY k.created_at, k.id)
            FROM estio_contracts k WHERE k.org_id = $1 AND k.deal_id = d.id), '[]') AS contracts,
         coalesce((SELECT json_agg(json_build_object('id', s.id, 'contractId', s.contract_id, 'status', s.status,
                     'expiresAt', s.expires_at) ORDER BY s.created_at, s.id)
            FROM estio_signature_requests s JOIN estio_contracts k ON k.org_id = s.org_id AND k.id = s.contract_id
           WHERE s.org_id = $1 AND k.deal_id = d.id), '[]') AS "signatureRequests"
    FROM estio_deals d WHERE d.org_id = $1 AND d.id = $2`;

const STARTING_WITH = `
  SELECT id FROM estio_deals
   WHERE org_id = $1 AND (starts_with(id, $2) OR starts_with(lower(title), lower($2))) ORDER BY id LIMIT $3`;

/** @returns undefined if the org has no such deal */
export async function dealView(tx: OrgTransaction, dealId: string): Promise<DealView | undefined> {
  const [view] = await tx.query<DealView>(FIND, [dealId]);
  return view;
}

/** Ids of deals whose id or title begins with `typed`. */
export async function dealIds(tx: OrgTransaction, typed: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(STARTING_WITH, [typed, most]);
  return rows.map(({ id }) => id);
}
