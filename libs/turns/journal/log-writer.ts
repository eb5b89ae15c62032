import { OrgBatches, type Database, type OrgTransaction } from '#database';
import { forgetModelCalls, storeModelUses, type ModelUse } from '#models';
import type { TurnNotifications } from '#queue';
import { insertToolCall, type ToolCallRow } from '#tools';
import {
  holdTurn,
  refusalOf,
  writeLog,
  writeLogs,
  type HeldTurn,
  type Lease,
  type LogRows,
} from './journal.repository.ts';

/** Everything that a run writes at one time. */
export interface LogEntry extends LogRows {
  /** Tokens and cost of finished model calls. None is counted twice, however often it is written. */
  uses: ModelUse[];
  /** Audit rows of tool calls. */
  calls: ToolCallRow[];
}

interface Write {
  lease: Lease;
  entry: LogEntry;
  isTaken: () => boolean;
}

/**
 * Writes the logs of a worker's turns. Writes for one org that arrive while a write of that org is under way go into one
 * transaction after it. No write waits for others, and at full load many turns share one commit.
 */
export class LogWriter {
  /** Alone: a turn whose row another transaction or another worker holds. This waits until it is known which. */
  private readonly batches = new OrgBatches<Write, HeldTurn | 'taken'>(
    (orgId, writes) => this.database.forOrgAtOnce(orgId, (tx) => this.writeTogether(tx, writes)),
    async (orgId, { lease, entry, isTaken }) => {
      if (isTaken()) return 'taken';
      return this.database.forOrgAtOnce(orgId, (tx) => this.writeInto(tx, lease, entry, 'keep'));
    },
  );

  constructor(
    private readonly database: Database,
    private readonly notifications: TurnNotifications,
  ) {}

  /**
   * Writes in a transaction of its own.
   *
   * @param isTaken whether the transaction that ends the turn now contains `entry`. If that transaction holds the turn's
   *   row already, a second attempt would wait for the end and then be refused.
   * @returns `taken` if nothing was written for that reason.
   * @throws LeaseLostError when another worker has the turn; any error of the database.
   */
  write(
    orgId: string,
    lease: Lease,
    entry: LogEntry,
    isTaken: () => boolean = () => false,
  ): Promise<HeldTurn | 'taken'> {
    return this.batches.add(orgId, { lease, entry, isTaken });
  }

  /**
   * Writes into `tx`, which then holds the turn's row until it ends. Sent at once.
   *
   * @param ifCancelled whether a requested cancellation undoes `tx`.
   * @throws LeaseLostError, TurnCancelledError; `tx` can then only be rolled back.
   */
  async writeInto(
    tx: OrgTransaction,
    lease: Lease,
    entry: LogEntry,
    ifCancelled: 'keep' | 'undo',
  ): Promise<HeldTurn> {
    const statements = [
      writeLog(tx, lease, entry, ifCancelled),
      this.writeBeside(tx, [{ lease, entry }]),
    ] as const;
    try {
      const [held] = await Promise.all(statements);
      return held;
    } catch (error) {
      throw refusalOf(error, lease.id) ?? error;
    }
  }

  /**
   * Holds the turn's row until `tx` ends, so that everything else in `tx` belongs to this run.
   *
   * @throws LeaseLostError; `tx` can then only be rolled back.
   */
  async hold(tx: OrgTransaction, lease: Lease): Promise<void> {
    try {
      await holdTurn(tx, lease);
    } catch (error) {
      throw refusalOf(error, lease.id) ?? error;
    }
  }

  /** Counts paid model calls and forgets those that came to nothing, whichever worker has the turn now. */
  async storeCalls(orgId: string, uses: ModelUse[], forgotten: string[]): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) =>
      Promise.all([
        ...(uses.length > 0 ? [storeModelUses(tx, uses)] : []),
        ...(forgotten.length > 0 ? [forgetModelCalls(tx, forgotten)] : []),
      ]),
    );
  }

  private async writeTogether(
    tx: OrgTransaction,
    writes: readonly Write[],
  ): Promise<(HeldTurn | undefined)[]> {
    const logs = writes.map(({ lease, entry }) => ({ ...lease, ...entry }));
    const [held] = await Promise.all([writeLogs(tx, logs), this.writeBeside(tx, writes)]);
    const turns = new Map(held.map((turn) => [turn.id, turn]));
    return writes.map(({ lease }) => turns.get(lease.id));
  }

  private async writeBeside(
    tx: OrgTransaction,
    writes: readonly Pick<Write, 'lease' | 'entry'>[],
  ): Promise<void> {
    const uses = writes.flatMap(({ entry }) => entry.uses);
    await Promise.all([
      // Money that was paid counts, whichever worker has the turn by now.
      ...(uses.length > 0 ? [storeModelUses(tx, uses)] : []),
      ...writes.flatMap(({ lease: { id, leaseToken }, entry }) =>
        entry.calls.map((call) => insertToolCall(tx, call, { turnId: id, leaseToken })),
      ),
      ...writes
        .filter(({ entry }) => entry.events.length > 0)
        .map(({ lease }) => this.notifications.announce(tx, lease.id)),
    ]);
  }
}
