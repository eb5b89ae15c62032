import { insertMissing, type OrgTransaction } from '#database';
import type { SeedContext } from '#tools';
import { addCaseStudies } from '../case-studies/case-study.repository.ts';
import { demoCaseStudies } from './demo-case-studies.ts';
import { demoLeads } from './demo-leads.ts';

/** Makes the demo rows that are missing. Running it again changes nothing, also not what people have changed since. */
export async function seedConsult(tx: OrgTransaction, { anchor }: SeedContext): Promise<void> {
  await insertMissing(tx, 'consult_leads', demoLeads(anchor));
  await addCaseStudies(tx, demoCaseStudies, { isSample: true });
}
