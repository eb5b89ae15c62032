import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { PlatformTransaction } from '#database';
import type { SeenCircuit } from './model-breakers.ts';
import type { ModelCircuit } from './model-circuit.entity.ts';

/** Processes without a report for this time count as ended. */
const GONE_MS = 60_000;

const REPORT = `
  INSERT INTO model_circuits (process, circuit, app, org_id, provider, model, state, failure, since, seen_at)
  SELECT $1, coalesce(c.org_id || '/', '') || c.provider || '/' || c.model, $2, c.org_id::uuid, c.provider, c.model,
         c.state, c.failure, c.since::timestamptz, $3
    FROM jsonb_to_recordset($4::jsonb)
      AS c(org_id text, provider text, model text, state text, failure text, since text)
  ON CONFLICT (process, circuit) DO UPDATE
     SET state = excluded.state, failure = excluded.failure, since = excluded.since, seen_at = excluded.seen_at`;

export interface ReportedCircuit extends Omit<ModelCircuit, 'circuit' | 'state'> {
  state: SeenCircuit['state'];
}

@Injectable()
export class CircuitRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Stores the circuits of a process. An empty list removes its rows, since it is ending. */
  async report(
    tx: PlatformTransaction,
    process: string,
    app: string,
    circuits: readonly SeenCircuit[],
  ): Promise<void> {
    const now = this.clock.now();
    const rows = circuits.map(({ orgId, ...circuit }) => ({ ...circuit, org_id: orgId }));
    await tx.execute(REPORT, [process, app, now, JSON.stringify(rows)]);
    const gone = new Date(now.getTime() - GONE_MS);
    await tx.execute('DELETE FROM model_circuits WHERE seen_at < $1 OR (process = $2 AND $3)', [
      gone,
      process,
      circuits.length === 0,
    ]);
  }

  /** Returns the circuits of running processes: of the deployment's models, and with an org also of its own models. */
  living(tx: PlatformTransaction, orgId: string | null): Promise<ReportedCircuit[]> {
    return tx.query(
      `SELECT process, app, org_id AS "orgId", provider, model, state, failure, since, seen_at AS "seenAt"
         FROM model_circuits WHERE seen_at >= $1 AND (org_id IS NULL OR org_id = $2)
        ORDER BY app, process, provider, model`,
      [new Date(this.clock.now().getTime() - GONE_MS), orgId],
    );
  }
}
