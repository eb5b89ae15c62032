import { Inject, Injectable } from '@nestjs/common';
import { context } from '@opentelemetry/api';
import { CLOCK, type Clock } from '#config';
import { Database, OrgBatches, type OrgTransaction } from '#database';
import type { OrgSettings } from '#identity';
import { Webhooks } from '#outbound';
import { Admission } from '../admission/admission.service.ts';
import { TurnLog } from '../journal/turn-log.ts';
import type { TurnRun } from '../pipeline/turn-context.ts';
import { holdConversations, TurnEndRepository, type Completion } from './turn-end.repository.ts';

/** Runs that end in one transaction, which holds the locks of all their conversations until its commit. */
const AT_ONCE = 20;

/** The end of a run, written in the run's own worker. */
export interface RunEnd {
  run: Pick<TurnRun, 'row' | 'log'>;
  event: 'turn.completed' | 'turn.awaiting_approval';
  payload: Record<string, unknown>;
  settings: OrgSettings;
  /** Absent for a turn that is parked. */
  completion?: Completion;
  /** Additional statements for this end. All are sent in order without waiting for each other. */
  statements: (tx: OrgTransaction) => Promise<unknown>[];
}

/** Ends runs. Ends of an org that arrive while others are written share the next transaction. */
@Injectable()
export class RunEnds {
  private readonly batches = new OrgBatches<RunEnd, number>(
    async (orgId, ends) => {
      const admitted = await this.write(orgId, ends);
      return ends.map((_, place) => (place === 0 ? admitted : 0));
    },
    (orgId, end) => this.write(orgId, [end]),
    AT_ONCE,
  );

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly admission: Admission,
    private readonly webhooks: Webhooks,
  ) {}

  /**
   * Ends a run in one transaction, which stores its log, its end and its follow-up tasks, and gives its slot away.
   *
   * @returns the number of turns that this transaction admitted; of several ends in one transaction, only the first has it.
   * @throws TurnCancelledError, LeaseLostError
   */
  end(end: RunEnd): Promise<number> {
    // Another run's context may be active when the batch is written; follow-up tasks continue the trace of their own run.
    const statements = context.bind(context.active(), end.statements);
    return end.run.log.exclusively(() => this.batches.add(end.run.row.orgId, { ...end, statements }));
  }

  private write(orgId: string, ends: readonly RunEnd[]): Promise<number> {
    const rows = ends.map(({ run }) => run.row);
    const completed = ends.flatMap(({ run: { row }, completion }) =>
      completion ? [{ row, completion }] : [],
    );
    return this.database.forOrgAtOnce(orgId, async (tx) => {
      const statements = [
        holdConversations(tx, ...rows.map(({ conversationId }) => conversationId)),
        TurnLog.writeEndsInto(
          tx,
          ends.map(({ run: { log }, event, payload }) => ({ log, event, payload })),
        ),
        ...(completed.length > 0 ? [new TurnEndRepository(tx, this.clock.now()).complete(completed)] : []),
        ...ends.flatMap((end) => [
          ...end.statements(tx),
          this.webhooks.add(tx, end.event, end.run.row, end.settings),
        ]),
      ];
      // Sent last, after the statements that free the slots.
      const admitted = this.admission.next(tx, rows, ends[0]!.settings);
      const [count] = await Promise.all([admitted, ...statements]);
      return count;
    });
  }
}
