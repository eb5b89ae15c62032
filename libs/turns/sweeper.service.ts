import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database } from '#database';
import type { OrgService } from '#identity';
import { abandonEffects } from '#tools';
import { IDEMPOTENCY_KEY_TTL_MS } from './accept/accept.repository.ts';
import { AdmissionRepository, runningTurnsLimit, type Lane } from './admission.repository.ts';
import type { Approvals } from './approvals/approvals.service.ts';
import type { QueuedRun, TurnQueue } from './turn-queue.ts';

/** A turn that is younger than this is most likely being enqueued at this very moment. */
const GRACE_S = 5;
/** Turns read at a time: most of a backlog has its jobs, and a forgotten turn may stand anywhere in it. */
const BATCH = 1_000;
/** Questions that the queue is asked at once. */
const AT_ONCE = 20;
const MESSAGE_MINUTES_KEPT_MS = 3_600_000;

/** Heads of conversations that nobody works on: waiting, or held by a worker whose lease has run out. */
const STRANDED_HEADS = `
  SELECT t.org_id AS "orgId", t.id AS "turnId", t.run, t.channel, t.created_at AS "createdAt"
    FROM turns t
   WHERE t.state IN ('queued', 'running') AND t.admission = 'admitted'
     AND (t.lease_until IS NULL OR t.lease_until < clock_timestamp() - $1 * interval '1 second')
     AND t.created_at < $2 AND (t.created_at, t.id) > ($4::timestamptz, $5::uuid)
     AND NOT EXISTS (
       SELECT 1 FROM turns older
        WHERE older.org_id = t.org_id AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running'))
   ORDER BY t.created_at, t.id LIMIT $3`;

/** Turns that nobody let come forward, as after an upgrade. */
const COME_FORWARD = `
  UPDATE turns t SET admission = 'ready'
   WHERE t.state = 'queued' AND t.admission = 'behind' AND t.created_at < $1
     AND NOT EXISTS (
       SELECT 1 FROM turns older
        WHERE older.org_id = t.org_id AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running'))`;

const LANES_WITH_READY_TURNS = `
  SELECT DISTINCT org_id AS "orgId", lane FROM turns WHERE admission = 'ready' AND state = 'queued'`;

interface StrandedHead extends QueuedRun {
  createdAt: Date;
}

/** Before every id there is. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Enqueues what has no job: a crash between commit and enqueue, or a queue that lost its data, costs seconds, not the turn. */
export class Sweeper {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queue: TurnQueue,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly approvals: Pick<Approvals, 'expire'>,
    private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /** @returns the number of turns that were enqueued. */
  async sweep(): Promise<number> {
    const youngest = new Date(this.clock.now().getTime() - GRACE_S * 1_000);
    let enqueued = await this.admitReady(youngest);
    let last: StrandedHead | undefined;
    do {
      const heads = await this.strandedHeads(youngest, last);
      for (let start = 0; start < heads.length; start += AT_ONCE) {
        const looked = heads.slice(start, start + AT_ONCE).map((head) => this.enqueueIfForgotten(head));
        enqueued += (await Promise.all(looked)).filter(Boolean).length;
      }
      last = heads.length === BATCH ? heads.at(-1) : undefined;
    } while (last);
    if (enqueued > 0) this.logger.info({ enqueued }, 'turns without a job were enqueued');
    await this.abandonEffects();
    await this.approvals.expire();
    await this.forget();
    return enqueued;
  }

  /** Calls whose turn was cancelled or has failed in the middle: nobody comes back for them but a person. */
  private async abandonEffects(): Promise<void> {
    const abandoned = await this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
      abandonEffects(tx, this.clock.now()),
    );
    if (abandoned > 0) this.logger.info({ abandoned }, 'side effects of unknown outcome wait for a person');
  }

  /** Slots that came free without the end of a turn: a limit was raised, or a worker died between end and enqueue. */
  private async admitReady(youngest: Date): Promise<number> {
    const lanes = await this.database.asPlatform(
      'the sweeper looks after the turns of every org',
      async (tx) => {
        await tx.execute(COME_FORWARD, [youngest]);
        return tx.query<{ orgId: string; lane: Lane }>(LANES_WITH_READY_TURNS);
      },
    );
    let admitted = 0;
    for (const { orgId, lane } of lanes) {
      const limit = runningTurnsLimit(await this.orgs.settingsOf(orgId));
      const runs = await this.database.forOrg(orgId, (tx) =>
        new AdmissionRepository(tx).admit(lane, limit, limit || BATCH),
      );
      await this.queue.enqueueAll(runs);
      admitted += runs.length;
    }
    return admitted;
  }

  private strandedHeads(youngest: Date, last: StrandedHead | undefined): Promise<StrandedHead[]> {
    return this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
      tx.query<StrandedHead>(STRANDED_HEADS, [
        GRACE_S,
        youngest,
        BATCH,
        last?.createdAt ?? '-infinity',
        last?.turnId ?? FIRST_ID,
      ]),
    );
  }

  private async enqueueIfForgotten(head: StrandedHead): Promise<boolean> {
    if (await this.queue.isLive(head)) return false;
    const run = await this.nextRun(head);
    if (run === undefined) return false;
    await this.queue.enqueue({ ...head, run });
    return true;
  }

  /** A new number, since the queue may remember the old job as failed. */
  private async nextRun(head: QueuedRun): Promise<number | undefined> {
    const rows = await this.database.forOrg(head.orgId, (tx) =>
      tx.query<{ run: number }>(
        `UPDATE turns SET run = run + 1 WHERE org_id = $1 AND id = $2 AND run = $3 AND state IN ('queued', 'running') RETURNING run`,
        [head.turnId, head.run],
      ),
    );
    return rows[0]?.run;
  }

  private async forget(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.database.asPlatform('old keys and counters of every org are forgotten', async (tx) => {
      await tx.execute('DELETE FROM idempotency_keys WHERE created_at < $1', [
        new Date(now - IDEMPOTENCY_KEY_TTL_MS),
      ]);
      await tx.execute('DELETE FROM message_minutes WHERE minute < $1', [
        new Date(now - MESSAGE_MINUTES_KEPT_MS),
      ]);
    });
  }
}
