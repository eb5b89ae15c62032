import type { OrgTransaction } from '#pack-kit';

/** Minimum score of a qualified lead. */
const QUALIFIED_SCORE = 70;
const MOST_CAPABILITIES = 5;

export interface LeadCounts {
  total: number;
  qualified: number;
  /** Null if there are no leads. */
  averageScore: number | null;
  engaged: number;
  booked: number;
  /** Number of demo leads. */
  sample: number;
}

const COUNTS = `
  SELECT count(*)::int AS total, count(*) FILTER (WHERE score >= ${QUALIFIED_SCORE})::int AS qualified,
         avg(score)::float8 AS "averageScore",
         count(*) FILTER (WHERE cardinality(capabilities_shown) > 0)::int AS engaged,
         count(*) FILTER (WHERE booked_at IS NOT NULL)::int AS booked, count(*) FILTER (WHERE sample)::int AS sample
    FROM consult_leads WHERE org_id = $1 AND created_at >= $2 AND created_at <= $3`;
const CAPABILITIES = `
  SELECT capability, count(DISTINCT id)::int AS leads
    FROM consult_leads CROSS JOIN LATERAL unnest(capabilities_shown) AS shown(capability)
   WHERE org_id = $1 AND created_at >= $2 AND created_at <= $3
   GROUP BY capability ORDER BY leads DESC, capability LIMIT ${MOST_CAPABILITIES}`;

/** Results of the leads of a period. */
export async function countLeads(
  tx: OrgTransaction,
  from: Date,
  to: Date,
): Promise<LeadCounts & { topCapabilities: { capability: string; leads: number }[] }> {
  const [counts] = await tx.query<LeadCounts>(COUNTS, [from, to]);
  if (!counts) throw new Error('The counts have no row');
  const topCapabilities = await tx.query<{ capability: string; leads: number }>(CAPABILITIES, [from, to]);
  return { ...counts, topCapabilities };
}
