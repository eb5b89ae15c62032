import { OrgBatches, type Database, type OrgTransaction } from '#database';
import { forgetModelCalls, storeModelUses, type ModelUse } from '#models';
import type { TurnNotifications } from '#queue';
import { insertToolCall, type ToolCallRow } from '#tools';
import { say, type SaidText } from '../live/conversation-reader.repository.ts';
import {
  holdTurn,
  refusalOf,
  writeLog,
  writeLogs,
  type HeldTurn,
  type Lease,
  type LogRows,
} from './journal.repository.ts';

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
  isTaken: () => boolean;
}

/**
 * Writes the logs of a worker's turns. Writes of one org that arrive during another write of that org go together into the next
 * transaction. Orgs do not wait for each other, and under full load many turns share one commit.
 */
export class LogWriter {
  /** A turn whose row is locked, or that another worker has taken over, is written alone. That write waits for the lock. */
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
   * Writes `entry` in its own transaction.
   *
   * @param isTaken whether the transaction that ends the turn now contains `entry`. If that transaction already holds the lock on the
   * turn's row, a second attempt would wait for it and then be refused.
   * @returns `taken` if nothing was written for that reason.
   * @throws LeaseLostError if another worker has taken over the turn; any database error.
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
   * Writes `entry` in `tx`, which then locks the turn's row until it ends. The statements are sent at once.
   *
   * @param ifCancelled whether a requested cancellation rolls back `tx`.
   * @throws LeaseLostError, TurnCancelledError; `tx` must then be rolled back.
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
    await this.database.forOrgAtOnce(orgId, (tx) =>
      Promise.all([
        say(tx, [{ id, leaseToken, ...text }]),
        this.notifications.announce(tx, id, conversationId),
      ]),
    );
  }

  /** Counts paid model calls and removes calls without a result, whichever worker now has the turn. */
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
    const texts = writes.flatMap(({ lease: { id, leaseToken }, entry: { text } }) =>
      text ? [{ id, leaseToken, ...text }] : [],
    );
    await Promise.all([
      // Paid calls count, whichever worker now has the turn.
      ...(uses.length > 0 ? [storeModelUses(tx, uses)] : []),
      ...(texts.length > 0 ? [say(tx, texts)] : []),
      ...writes.flatMap(({ lease: { id, leaseToken }, entry }) =>
        entry.calls.map((call) => insertToolCall(tx, call, { turnId: id, leaseToken })),
      ),
      ...writes
        .filter(({ entry: { events, text } }) => events.length > 0 || text)
        .map(({ lease }) => this.notifications.announce(tx, lease.id, lease.conversationId)),
    ]);
  }
}
