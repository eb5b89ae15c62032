import type { PlatformTransaction } from '#database';

interface LearnedOutput {
  orgId: string;
  taskType: string;
  meanTokens: number;
  calls: number;
}

const ADD = `
  INSERT INTO task_outputs AS known (org_id, task_type, mean_tokens, calls)
  SELECT "orgId", "taskType", "meanTokens", calls
    FROM jsonb_to_recordset($1::jsonb)
      AS fresh("orgId" uuid, "taskType" text, "meanTokens" double precision, calls bigint)
   ORDER BY "orgId", "taskType"
  ON CONFLICT (org_id, task_type) DO UPDATE
     SET calls = known.calls + excluded.calls,
         mean_tokens = known.mean_tokens * least(power($2::double precision, excluded.calls), known.calls::double precision / (known.calls + excluded.calls))
           + excluded.mean_tokens * (1 - least(power($2::double precision, excluded.calls), known.calls::double precision / (known.calls + excluded.calls)))`;

/** Mean answer lengths of tasks, of every org. */
export class TaskOutputRepository {
  constructor(private readonly tx: PlatformTransaction) {}

  /** Merges new means into the stored ones. @param memory weight of the earlier mean after each call. */
  async add(learned: readonly LearnedOutput[], memory: number): Promise<void> {
    if (learned.length === 0) return;
    await this.tx.execute(ADD, [JSON.stringify(learned), memory]);
  }

  all(): Promise<LearnedOutput[]> {
    return this.tx.query(
      `SELECT org_id AS "orgId", task_type AS "taskType", mean_tokens AS "meanTokens", calls::float8 FROM task_outputs`,
    );
  }
}
