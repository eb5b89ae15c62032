import { OrgBatches, type Database, type OrgTransaction } from '#database';
import { forgetModelCalls, storeModelUses, type ModelUse } from '#models';
import type { TurnNews } from '#queue';
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

/** What a run writes at one time. */
export interface LogEntry extends LogRows {
  /** What model calls used; none is counted twice, however often it is written. */
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
 * Writes the logs of a worker's turns. Turns of one org that have something to write while a write of that org is under
 * way are written together by the next one: nobody waits for company, and at full load many turns share one commit.
 */
export class LogWriter {
  /** Alone: a row that another transaction holds, or another worker has. It waits until it is known which. */
  private readonly batches = new OrgBatches<Write, HeldTurn | 'taken'>(
    (orgId, writes) => this.database.forOrgAtOnce(orgId, (tx) => this.writeTogether(tx, writes)),
    async (orgId, { lease, entry, isTaken }) => {
      if (isTaken()) return 'taken';
      return this.database.forOrgAtOnce(orgId, (tx) => this.writeInto(tx, lease, entry, 'keep'));
    },
  );

  constructor(
    private readonly database: Database,
    private readonly news: TurnNews,
  ) {}

  /**
   * Writes in a transaction of its own.
   *
   * @param isTaken whether the transaction that ends the turn takes `entry` along by now. Where it holds the turn's row already,
   *   a second try would wait for that end, and be refused.
   * @returns `taken` where nothing was written for that reason.
   * @throws LeaseLostError when the turn is another worker's; what the database throws.
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
   * Writes into `tx`, which thereby holds the turn's row until it ends. Sent at once.
   *
   * @param ifCancelled whether a wish to cancel the turn undoes `tx`.
   * @throws LeaseLostError, TurnCancelledError; `tx` can then only be rolled back.
   */
  async writeInto(
    tx: OrgTransaction,
    lease: Lease,
    entry: LogEntry,
    ifCancelled: 'keep' | 'undo',
  ): Promise<HeldTurn> {
    const written = writeLog(tx, lease, entry, ifCancelled);
    const told = entry.events.length > 0 ? [lease.turnId] : [];
    try {
      const [held] = await Promise.all([written, this.writeBeside(tx, [{ lease, entry }], told)]);
      return held;
    } catch (error) {
      throw refusalOf(error, lease.turnId) ?? error;
    }
  }

  /**
   * Holds the turn's row until `tx` ends, so that what `tx` writes beside is this run's.
   *
   * @throws LeaseLostError; `tx` can then only be rolled back.
   */
  async hold(tx: OrgTransaction, lease: Lease): Promise<void> {
    try {
      await holdTurn(tx, lease);
    } catch (error) {
      throw refusalOf(error, lease.turnId) ?? error;
    }
  }

  /** Counts what was paid, and forgets the calls that came to nothing, whoever has the turn. */
  async settle(orgId: string, uses: ModelUse[], forgotten: string[]): Promise<void> {
    await this.database.forOrgAtOnce(orgId, async (tx) => {
      const counted = uses.length > 0 ? storeModelUses(tx, uses) : undefined;
      await Promise.all([counted, forgotten.length > 0 ? forgetModelCalls(tx, forgotten) : undefined]);
    });
  }

  private async writeTogether(
    tx: OrgTransaction,
    writes: readonly Write[],
  ): Promise<(HeldTurn | undefined)[]> {
    const written = writeLogs(
      tx,
      writes.map(({ lease, entry }) => ({ ...lease, ...entry })),
    );
    const told = writes.filter(({ entry }) => entry.events.length > 0).map(({ lease }) => lease.turnId);
    const [held] = await Promise.all([written, this.writeBeside(tx, writes, told)]);
    const turns = new Map(held.map((turn) => [turn.turnId, turn]));
    return writes.map(({ lease }) => turns.get(lease.turnId));
  }

  private async writeBeside(
    tx: OrgTransaction,
    writes: readonly Pick<Write, 'lease' | 'entry'>[],
    told: readonly string[],
  ): Promise<void> {
    const uses = writes.flatMap(({ entry }) => entry.uses);
    await Promise.all([
      // What was paid counts whoever has the turn by now.
      ...(uses.length > 0 ? [storeModelUses(tx, uses)] : []),
      ...writes.flatMap(({ lease, entry }) => entry.calls.map((call) => insertToolCall(tx, call, lease))),
      ...told.map((turnId) => this.news.announce(tx, turnId)),
    ]);
  }
}
