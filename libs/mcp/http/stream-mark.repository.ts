import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { newId } from '#identity';

/** Interval at which the mark of an open stream is renewed. */
const RENEW_MS = 60_000;
/** Older marks are left over from a process that died. */
const EXPIRED_MS = 3 * RENEW_MS;

/** Marks are inbox rows, so that the cleanup of the inbox also removes expired marks. */
const MARK = `
  INSERT INTO mcp_inbox (org_id, id, session_id, target, message, created_at) VALUES ($1, $2, $3, 'stream', '{}', $4)
  ON CONFLICT (org_id, id) DO UPDATE SET created_at = excluded.created_at`;
const NEWEST = `
  SELECT id FROM mcp_inbox
   WHERE org_id = $1 AND session_id = $2 AND target = 'stream' AND created_at > $3 ORDER BY id DESC LIMIT 1`;
const DROP = 'DELETE FROM mcp_inbox WHERE org_id = $1 AND id = $2';

export interface StreamMark {
  orgId: string;
  sessionId: string;
  /** UUID v7: the stream that was opened last has the highest id. */
  id: string;
  at: Date;
}

/** Stores marks of the open streams of all processes, so that each message is sent on one stream only. */
@Injectable()
export class StreamMarkRepository {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async open(orgId: string, sessionId: string): Promise<StreamMark> {
    const mark = { orgId, sessionId, id: newId(this.clock), at: this.clock.now() };
    await this.write(mark);
    return mark;
  }

  /** Renews the mark if it is due. Called at every poll of the stream. */
  async keep(mark: StreamMark): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - mark.at.getTime() < RENEW_MS) return;
    mark.at = now;
    await this.write(mark);
  }

  /** True if this stream sends the notifications: the client may have lost earlier streams, but it opened this one last. */
  async isNewest({ orgId, sessionId, id }: StreamMark): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - EXPIRED_MS);
    const [newest] = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<{ id: string }>(NEWEST, [sessionId, since]),
    );
    return newest === undefined || newest.id === id;
  }

  async drop({ orgId, id }: StreamMark): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) => tx.execute(DROP, [id]));
  }

  private async write({ orgId, sessionId, id, at }: StreamMark): Promise<void> {
    await this.database.forOrgAtOnce(orgId, (tx) => tx.execute(MARK, [id, sessionId, at]));
  }
}
