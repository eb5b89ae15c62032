import { isTransientDatabaseError, type Database, type OrgTransaction } from '#database';
import { storeModelUses, type ModelUse } from '#models';
import type { TurnNews } from '#queue';
import {
  refusalOf,
  writeLog,
  writeLogs,
  type HeldTurn,
  type Lease,
  type LogRows,
} from './journal.repository.ts';

/** Turns of one statement. */
const MAX_BATCH_TURNS = 100;

/** What a run writes at one time. */
export interface LogEntry extends LogRows {
  /** What model calls used; none is counted twice, however often it is written. */
  uses: ModelUse[];
}

interface Waiting {
  lease: Lease;
  entry: LogEntry;
  resolve: (held: HeldTurn) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes the logs of a worker's turns. Turns of one org that have something to write while a write of that org is under
 * way are written together by the next one: nobody waits for company, and at full load many turns share one commit.
 */
export class LogWriter {
  /** Per org, from its first write until nobody waits. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly database: Database,
    private readonly news: TurnNews,
  ) {}

  /**
   * Writes in a transaction of its own.
   *
   * @throws LeaseLostError when the turn is another worker's; what the database throws.
   */
  write(orgId: string, lease: Lease, entry: LogEntry): Promise<HeldTurn> {
    const { promise, resolve, reject } = Promise.withResolvers<HeldTurn>();
    const one = { lease, entry, resolve, reject };
    const line = this.waiting.get(orgId);
    if (line) line.push(one);
    else {
      this.waiting.set(orgId, [one]);
      void this.writeAll(orgId);
    }
    return promise;
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
      const [held] = await Promise.all([written, this.countAndTell(tx, entry.uses, told)]);
      return held;
    } catch (error) {
      throw refusalOf(error, lease.turnId) ?? error;
    }
  }

  /** Counts what was paid, whoever has the turn. */
  async count(orgId: string, uses: ModelUse[]): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) => storeModelUses(tx, uses));
  }

  private async writeAll(orgId: string): Promise<void> {
    // Those that come in the same moment go together.
    await Promise.resolve();
    for (let line = this.waiting.get(orgId) ?? []; line.length > 0; line = this.waiting.get(orgId) ?? []) {
      const batch = line.slice(0, MAX_BATCH_TURNS);
      this.waiting.set(orgId, line.slice(MAX_BATCH_TURNS));
      await this.writeBatch(orgId, batch);
    }
    this.waiting.delete(orgId);
  }

  /** Settles each of them, now or, where it has to wait for a row, later. Never rejects. */
  private async writeBatch(orgId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const held = await this.database.forOrgAtOnce(orgId, (tx) => this.writeTogether(tx, batch));
      for (const one of batch) {
        const turn = held.get(one.lease.turnId);
        if (turn) one.resolve(turn);
        else this.writeAlone(orgId, one);
      }
    } catch (error) {
      for (const one of batch) {
        // One that cannot be written must not keep the others out.
        if (batch.length === 1 || isTransientDatabaseError(error)) one.reject(error);
        else this.writeAlone(orgId, one);
      }
    }
  }

  private async writeTogether(tx: OrgTransaction, batch: readonly Waiting[]): Promise<Map<string, HeldTurn>> {
    const written = writeLogs(
      tx,
      batch.map(({ lease, entry }) => ({ ...lease, ...entry })),
    );
    const uses = batch.flatMap(({ entry }) => entry.uses);
    const told = batch.filter(({ entry }) => entry.events.length > 0).map(({ lease }) => lease.turnId);
    const [held] = await Promise.all([written, this.countAndTell(tx, uses, told)]);
    return new Map(held.map((turn) => [turn.turnId, turn]));
  }

  /** For a turn whose row another transaction holds, or another worker has: waits until it is known which. */
  private writeAlone(orgId: string, { lease, entry, resolve, reject }: Waiting): void {
    this.database.forOrgAtOnce(orgId, (tx) => this.writeInto(tx, lease, entry, 'keep')).then(resolve, reject);
  }

  private async countAndTell(
    tx: OrgTransaction,
    uses: readonly ModelUse[],
    turnIds: readonly string[],
  ): Promise<void> {
    const counted = uses.length > 0 ? storeModelUses(tx, uses) : undefined;
    await Promise.all([counted, ...turnIds.map((turnId) => this.news.announce(tx, turnId))]);
  }
}
