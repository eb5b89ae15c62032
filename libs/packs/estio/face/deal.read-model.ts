import type { OrgTransaction } from '#database';

/** What the org has of a deal besides insights, as the resource shows it. Amounts are whole euro, times ISO 8601. */
export interface DealView {
  deal: {
    id: string;
    title: string;
    stage: string;
    value: number;
    agreedPrice: number | null;
    dealType: string;
    expectedCloseDate: string | null;
  };
  /** The buyer or tenant. */
  contactId: string;
  parties: {
    role: string;
    contact: { id: string; name: string; email: string | null; phone: string | null };
  }[];
  property: { id: string; reference: string; title: string; status: string; price: number } | null;
  timeline: { id: string; type: string; summary: string; outcome: string; occurredAt: string; by: string }[];
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
    FROM estio_deals d WHERE d.org_id = $1 AND d.id = $2`;

const STARTING_WITH = `
  SELECT id FROM estio_deals
   WHERE org_id = $1 AND (starts_with(id, $2) OR starts_with(lower(title), lower($2))) ORDER BY id LIMIT $3`;

/** @returns undefined when the org has no such deal. */
export async function dealView(tx: OrgTransaction, dealId: string): Promise<DealView | undefined> {
  const [view] = await tx.query<DealView>(FIND, [dealId]);
  return view;
}

/** Ids of deals whose id or title begins with `typed`. */
export async function dealIds(tx: OrgTransaction, typed: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(STARTING_WITH, [typed, most]);
  return rows.map(({ id }) => id);
}
