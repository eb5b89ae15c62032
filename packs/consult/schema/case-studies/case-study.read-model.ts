import type { OrgTransaction } from '#pack-kit';
import type { CaseStudy } from './case-study.ts';

export interface FoundCaseStudy extends CaseStudy {
  isSample: boolean;
}

const FIELDS = `id, title, industry, use_case AS "useCase", problem, result, metric_value AS "metricValue",
         metric_unit AS "metricUnit", year, is_sample AS "isSample", count(*) OVER ()::int AS total`;
/** The number of query words that the row contains; with an industry, all of its rows are found. */
const FIND = `
  SELECT ${FIELDS}
    FROM consult_case_studies
   CROSS JOIN LATERAL (
         SELECT count(*) AS hits FROM unnest(stems) AS own(stem) WHERE own.stem = ANY($2::text[])) AS matched
   WHERE org_id = $1 AND CASE WHEN $3::text IS NULL THEN hits > 0 ELSE lower(industry) = lower($3::text) END
   ORDER BY hits DESC, year DESC NULLS LAST, id LIMIT $4`;

/** Case studies by the words of a query and, if given, the industry; best first, then newest. */
export async function findCaseStudies(
  tx: OrgTransaction,
  { stems, industry, limit }: { stems: string[]; industry: string | undefined; limit: number },
): Promise<Found> {
  const rows = await tx.query<FoundCaseStudy & { total: number }>(FIND, [stems, industry ?? null, limit]);
  return foundIn(rows);
}

/** The newest case studies, for a query without a subject. */
export async function newestCaseStudies(tx: OrgTransaction, limit: number): Promise<Found> {
  const rows = await tx.query<FoundCaseStudy & { total: number }>(
    `SELECT ${FIELDS} FROM consult_case_studies WHERE org_id = $1 ORDER BY year DESC NULLS LAST, id LIMIT $2`,
    [limit],
  );
  return foundIn(rows);
}

interface Found {
  caseStudies: FoundCaseStudy[];
  total: number;
}

function foundIn(rows: (FoundCaseStudy & { total: number })[]): Found {
  return { caseStudies: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
