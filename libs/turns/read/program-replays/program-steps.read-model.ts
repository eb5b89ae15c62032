import type { OrgTransaction } from '#database';

export interface ProgramStepRow {
  key: string;
  outcome: unknown;
}

/** All that the journal keeps of the turn's programs: their own steps, and those of the calls that the model made of them. */
const PROGRAM_STEPS = `
  SELECT key, outcome FROM turn_steps
   WHERE org_id = $1 AND turn_id = $2
     AND (key LIKE 'program:%' OR (key LIKE 'tool:%' AND outcome->>'tool' = 'run_program') OR key LIKE 'model:%')
   ORDER BY created_at, key`;

/** Whether the org has such a turn at all. */
export async function hasTurn(tx: OrgTransaction, turnId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM turns WHERE org_id = $1 AND id = $2', [turnId])).length > 0;
}

export function readProgramSteps(tx: OrgTransaction, turnId: string): Promise<ProgramStepRow[]> {
  return tx.query<ProgramStepRow>(PROGRAM_STEPS, [turnId]);
}
