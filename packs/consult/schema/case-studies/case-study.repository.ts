import type { OrgTransaction } from '#pack-kit';
import { stemsOf, type CaseStudy } from './case-study.ts';

const ADD = `
  INSERT INTO consult_case_studies (org_id, id, title, industry, use_case, problem, result, metric_value, metric_unit, year,
         is_sample, stems)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (org_id, id) DO NOTHING`;

/** Inserts those whose id does not exist. @returns the number of inserted rows */
export async function addCaseStudies(
  tx: OrgTransaction,
  studies: readonly CaseStudy[],
  { isSample }: { isSample: boolean },
): Promise<number> {
  let added = 0;
  for (const study of studies) {
    const { id, title, industry, useCase, problem, result, metricValue, metricUnit, year } = study;
    const row = [id, title, industry, useCase, problem, result, metricValue, metricUnit, year];
    added += await tx.execute(ADD, [...row, isSample, stemsOf(study)]);
  }
  return added;
}
/** Replaces all case studies of the org, including samples. @returns the number of replaced rows */
export async function replaceCaseStudies(
  tx: OrgTransaction,
  studies: readonly CaseStudy[],
): Promise<{ removed: number; added: number }> {
  const removed = await tx.execute('DELETE FROM consult_case_studies WHERE org_id = $1');
  return { removed, added: await addCaseStudies(tx, studies, { isSample: false }) };
}
