import type { OrgTransaction } from '#pack-kit';
import { stemsOf, type CaseStudy } from './case-study.ts';

const ADD = `
  INSERT INTO consult_case_studies (org_id, id, title, industry, use_case, problem, result, metric_value, metric_unit, year,
         is_sample, stems)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (org_id, id) DO NOTHING`;

/** Adds those whose id is not there yet. @returns how many. */
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
/** Puts these in the place of all that the org has, the samples too. @returns how many there were before. */
export async function replaceCaseStudies(
  tx: OrgTransaction,
  studies: readonly CaseStudy[],
): Promise<{ removed: number; added: number }> {
  const removed = await tx.execute('DELETE FROM consult_case_studies WHERE org_id = $1');
  return { removed, added: await addCaseStudies(tx, studies, { isSample: false }) };
}
