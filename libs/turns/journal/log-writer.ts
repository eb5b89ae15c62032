import { OrgBatches, type Database, type OrgTransaction } from '#database';
import { forgetModelCalls, type ModelUse, type PaidCall } from '#models';
import type { TurnNotifications } from '#queue';
import { insertToolCalls, type ToolCallRow } from '#tools';
import { say, type SaidText } from '../live/conversation-reader.repository.ts';
import type { TurnRow } from '../run/claimed-turn.ts';
import { addLateCalls, storeUsesOfTurns } from '../run/late-calls.repository.ts';
import {
  holdTurn,
  refusalOf,
  writeLogs,
  type HeldTurn,
  type Lease,
  type LogRows,
} from './journal.repository.ts';

/**
 * A log does not wait for the disk. A turn's effects and its end do, and they include what was written before. After a crash of
 * PostgreSQL a run may repeat its last reads and model calls.
 */
const LAZY = { lazy: true };

/** Everything that a run writes at once. */
export interface LogEntry extends LogRows {
  /** Tokens and cost of finished model calls. Each call counts once, even if it is written several times. */
  uses: ModelUse[];
  /** Audit rows of tool calls. */
  calls: ToolCallRow[];
  /** The text so far, for readers of the moment. */
  text?: SaidText | undefined;
}

interface Write {
  lease: Lease;
  entry: LogEntry;
}

/**
 * Writes the logs of a worker's turns. Writes of one org that arrive during another write of that org go together into the next
 * transaction. Orgs do not wait for each other, and under full load many turns share one commit.
 */
export class LogWriter {
  /** A turn whose row is locked, or that another worker has taken over, is written alone. That write waits for the lock. */
  private readonly batches = new OrgBatches<Write, HeldTurn>(
    (orgId, writes) => this.database.forOrgAtOnce(orgId, (tx) => this.writeAll(tx, writes, 'skip'), LAZY),
    async (orgId, write) => {
      const writeAlone = (tx: OrgTransaction) => this.writeInto(tx, [write], 'keep');
      const [held] = await this.database.forOrgAtOnce(orgId, writeAlone, LAZY);
      return held as HeldTurn;
    },
  );

  constructor(
    private readonly database: Database,
    private readonly notifications: TurnNotifications,
  ) {}

  /**
   * Writes `entry` in its own transaction.
   *
   * @throws LeaseLostError if another worker has taken over the turn; any database error.
   */
  write(orgId: string, lease: Lease, entry: LogEntry): Promise<HeldTurn> {
    return this.batches.add(orgId, { lease, entry });
  }

  /**
   * Writes the logs of turns in `tx`, which then locks the turns' rows until it ends. The statements are sent at once.
   *
   * @param ifCancelled whether a requested cancellation rolls back `tx`.
   * @returns the turns, in the order of `writes`.
   * @throws LeaseLostError, TurnCancelledError; `tx` must then be rolled back.
   */
  async writeInto(
    tx: OrgTransaction,
    writes: readonly Write[],
    ifCancelled: 'keep' | 'undo',
  ): Promise<HeldTurn[]> {
    try {
      return (await this.writeAll(tx, writes, ifCancelled)) as HeldTurn[];
    } catch (error) {
      throw refusalOf(error, writes.map(({ lease }) => lease.id).join(', ')) ?? error;
    }
  }

  /**
   * Locks the turn's row until `tx` ends, so that no other run can take over the turn before `tx` commits.
   *
   * @throws LeaseLostError; `tx` must then be rolled back.
   */
  async hold(tx: OrgTransaction, lease: Lease): Promise<void> {
    try {
      await holdTurn(tx, lease);
    } catch (error) {
      throw refusalOf(error, lease.id) ?? error;
    }
  }

  /** Sends the text so far. Only the unlogged row is written, without a lock on the turn's row, so nothing waits for the disk. */
  async say(orgId: string, { id, leaseToken, conversationId }: Lease, text: SaidText): Promise<void> {
    const write = (tx: OrgTransaction) =>
      Promise.all([
        say(tx, [{ id, leaseToken, ...text }]),
        this.notifications.announce(tx, id, conversationId),
      ]);
    await this.database.forOrgAtOnce(orgId, write, LAZY);
  }

  /** Counts paid model calls and removes calls without a result, whichever worker now has the turn. */
  async storeCalls(
    { orgId, id: turnId }: Pick<TurnRow, 'orgId' | 'id'>,
    { late, uses, forgotten }: { late: PaidCall[]; uses: ModelUse[]; forgotten: string[] },
  ): Promise<void> {
    const ofTurn = <Call>(calls: Call[]) => calls.map((call) => ({ ...call, orgId, turnId }));
    await this.database.forOrgAtOnce(orgId, (tx) =>
      Promise.all([
        addLateCalls(tx, ofTurn(late)),
        storeUsesOfTurns(tx, ofTurn(uses)),
        ...(forgotten.length > 0 ? [forgetModelCalls(tx, forgotten)] : []),
      ]),
    );
  }

  /** @returns in the order of `writes`; undefined for a turn that was skipped. */
  private async writeAll(
    tx: OrgTransaction,
    writes: readonly Write[],
    mode: Parameters<typeof writeLogs>[2],
  ): Promise<(HeldTurn | undefined)[]> {
    const logs = writes.map(({ lease, entry }) => ({ ...lease, ...entry }));
    const [held] = await Promise.all([writeLogs(tx, logs, mode), this.writeBeside(tx, writes)]);
    const turns = new Map(held.map((turn) => [turn.id, turn]));
    return writes.map(({ lease }) => turns.get(lease.id));
  }

  private async writeBeside(tx: OrgTransaction, writes: readonly Write[]): Promise<void> {
    const uses = writes.flatMap(({ lease: { id: turnId }, entry }) =>
      entry.uses.map((use) => ({ ...use, turnId })),
    );
    const texts = writes.flatMap(({ lease: { id, leaseToken }, entry: { text } }) =>
      text ? [{ id, leaseToken, ...text }] : [],
    );
    const calls = writes.flatMap(({ lease: { leaseToken }, entry }) =>
      entry.calls.map((call) => ({ ...call, leaseToken })),
    );
    const announced = writes.flatMap(({ lease: { id, conversationId }, entry: { events, text } }) =>
      events.length > 0 || text ? [id, conversationId] : [],
    );
    await Promise.all([
      // Paid calls count, whichever worker now has the turn.
      storeUsesOfTurns(tx, uses),
      ...(texts.length > 0 ? [say(tx, texts)] : []),
      ...(calls.length > 0 ? [insertToolCalls(tx, calls)] : []),
      // One notification: a batch of 100 turns fits into the 8,000 bytes of a NOTIFY.
      ...(announced.length > 0 ? [this.notifications.announce(tx, ...announced)] : []),
    ]);
  }
}
