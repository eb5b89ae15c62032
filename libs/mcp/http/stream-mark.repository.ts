import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { newId } from '#identity';

/** The mark of a stream that is open is written again this often. */
const KEEP_MS = 60_000;
/** A mark that is older is of a process that went without taking it away. */
const GONE_MS = 3 * KEEP_MS;

/** Of the inbox, as a mark is forgotten with what else nobody took. */
const MARK = `
  INSERT INTO mcp_inbox (org_id, id, session_id, target, message, created_at) VALUES ($1, $2, $3, 'stream', '{}', $4)
  ON CONFLICT (org_id, id) DO UPDATE SET created_at = excluded.created_at`;
const NEWEST = `
  SELECT id FROM mcp_inbox
   WHERE org_id = $1 AND session_id = $2 AND target = 'stream' AND created_at > $3 ORDER BY id DESC LIMIT 1`;
const DROP = 'DELETE FROM mcp_inbox WHERE org_id = $1 AND id = $2';

/** One open stream of a session. */
export interface StreamMark {
  orgId: string;
  sessionId: string;
  /** UUID v7: the stream that was opened last has the highest. */
  id: string;
  at: Date;
}

/** The open streams of sessions in all processes: each message is for one of them. */
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

  /** Called while the stream is open, as often as one likes. */
  async keep(mark: StreamMark): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - mark.at.getTime() < KEEP_MS) return;
    mark.at = now;
    await this.write(mark);
  }

  /** Whether it is the one that speaks: the client was there when it opened it, and may have lost the earlier ones. */
  async isNewest({ orgId, sessionId, id }: StreamMark): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - GONE_MS);
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
