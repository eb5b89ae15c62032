import type { OrgTransaction } from '#database';

export interface ProgramStepRow {
  key: string;
  outcome: unknown;
}

/** The steps of the turn's programs, and those of the model calls that wrote them. */
const PROGRAM_STEPS = `
  SELECT key, outcome FROM turn_steps
   WHERE org_id = $1 AND turn_id = $2
     AND (key LIKE 'program:%' OR (key LIKE 'tool:%' AND outcome->>'tool' = 'run_program') OR key LIKE 'model:%')
   ORDER BY created_at, key`;

/** @returns whether the org has the turn. */
export async function hasTurn(tx: OrgTransaction, turnId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM turns WHERE org_id = $1 AND id = $2', [turnId])).length > 0;
}

export function readProgramSteps(tx: OrgTransaction, turnId: string): Promise<ProgramStepRow[]> {
  return tx.query<ProgramStepRow>(PROGRAM_STEPS, [turnId]);
}
