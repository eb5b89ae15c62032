import type { Clock } from '#config';
import type { Database } from '#database';
import { timeZone, type OrgService } from '#identity';
import { orgsWithNews, RollupRepository, type Progress, type Span } from './rollup.repository.ts';
import { rollupStepMinutes } from './rollup-step.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows may be stored this long after the moment that they bear: calls that ran, spans on their way, clocks that differ. */
const LATE_MS = 15 * MINUTE_MS;
/** A round ends after this time; what is left waits for the next one. */
const ROUND_MS = 20_000;
const WIDEST_STEP_MINUTES = 60;
const UTC = 'UTC';

/**
 * Keeps the rollups: what came since the last round, hours in which a turn ended late, and the days of both. Each day
 * of rows is a transaction that deletes and fills, so that a round may break off or be run twice.
 */
export class Rollups {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
  ) {}

  /**
   * One round over all orgs with something new.
   *
   * @throws AggregateError with what failed, when the other orgs are done.
   */
  async roll(): Promise<void> {
    const until = this.clock.now().getTime() + ROUND_MS;
    const orgs = await this.database.asPlatform('rollups are kept for every org', (tx) =>
      orgsWithNews(tx, LATE_MS),
    );
    const failures: unknown[] = [];
    for (const orgId of orgs) {
      if (this.clock.now().getTime() > until) break;
      await this.rollOrg(orgId, until).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orgs were not rolled up`);
  }

  /** Rolls one org up to now, however long it takes. */
  async rollOrg(orgId: string, until = Infinity): Promise<void> {
    const before = await this.begin(orgId);
    if (!before) return;
    await this.rollLate(orgId, before);
    await this.rollOpen(orgId, before, until);
  }

  /**
   * Rolls everything up again from `from` on, or from the first row. Hours that have lost rows since stay as they are.
   */
  async rebuild(orgId: string, from?: Date): Promise<void> {
    await this.rollOrg(orgId);
    const progress = await this.inOrg(orgId, (rollups) => rollups.progress());
    const first = await this.inOrg(orgId, (rollups) => rollups.firstRow(from ?? '-infinity'));
    if (!progress || !first) return;
    for (const span of daysBetween(
      floorTo(first, WIDEST_STEP_MINUTES),
      progress.rolledUntil,
      progress.stepMinutes,
    ))
      await this.fill(orgId, span, progress, { onlyWhole: true });
  }

  /** Where the round begins; undefined for an org without rows. */
  private async begin(orgId: string): Promise<Progress | undefined> {
    const zone = timeZone(await this.orgs.settingsOf(orgId), 'ORG_TIMEZONE');
    const now = this.clock.now();
    const stepMinutes = rollupStepMinutes(zone, now.getUTCFullYear());
    const known = await this.inOrg(orgId, (rollups) => rollups.progress());
    if (known?.timeZone === zone) return known;
    if (known) return this.moveTo(orgId, known, { ...known, timeZone: zone, stepMinutes });
    const first = await this.inOrg(orgId, (rollups) => rollups.firstRow('-infinity'));
    return first
      ? { timeZone: zone, stepMinutes, rolledUntil: floorTo(first, stepMinutes), rolledAt: now }
      : undefined;
  }

  /** The org lives by another time zone: its days begin elsewhere, and hours are split where they have to be. */
  private async moveTo(orgId: string, known: Progress, next: Progress): Promise<Progress> {
    await this.inOrg(orgId, async (rollups) => {
      const extent = await rollups.extent();
      await rollups.dropDays(zonesOf(next));
      if (extent) await rollups.fillDays(extent, new Set([next.timeZone]));
      // Hours of the step before lie across the finer ones.
      await rollups.keepProgress({ ...next, rolledUntil: floorTo(next.rolledUntil, WIDEST_STEP_MINUTES) });
    });
    if (next.stepMinutes !== known.stepMinutes) await this.rebuild(orgId);
    return next;
  }

  /** Turns that ended, or were judged, after their hour was closed: waits for approvals may last for days. */
  private async rollLate(orgId: string, { rolledAt, rolledUntil, ...progress }: Progress): Promise<void> {
    const since = new Date(rolledAt.getTime() - LATE_MS);
    const steps = await this.inOrg(orgId, (rollups) =>
      rollups.lateSteps(since, rolledUntil, progress.stepMinutes),
    );
    for (const span of steps)
      await this.fill(orgId, span, { rolledAt, rolledUntil, ...progress }, { onlyWhole: true });
  }

  private async rollOpen(orgId: string, before: Progress, until: number): Promise<void> {
    let { rolledUntil } = before;
    for (;;) {
      const now = this.clock.now();
      const from = await this.inOrg(orgId, (rollups) => rollups.firstRow(rolledUntil));
      // Rows of after now are those of a machine whose clock is ahead.
      const end = new Date(Math.max(now.getTime(), from?.getTime() ?? 0) + 1);
      const [span] = from ? daysBetween(from, end, before.stepMinutes) : [];
      const closed = floorTo(new Date(now.getTime() - LATE_MS), before.stepMinutes);
      const reached = span && span.to < closed ? span.to : closed;
      rolledUntil = reached > rolledUntil ? reached : rolledUntil;
      const rolledAt = span && span.to < now ? span.to : now;
      await this.fill(orgId, span, { ...before, rolledUntil, rolledAt }, { onlyWhole: false });
      if (rolledAt === now || now.getTime() > until) return;
    }
  }

  private fill(
    orgId: string,
    span: Span | undefined,
    progress: Progress,
    { onlyWhole }: { onlyWhole: boolean },
  ): Promise<void> {
    return this.inOrg(orgId, async (rollups) => {
      await rollups.progress({ hold: true });
      if (span) {
        await rollups.fillHours(span, progress.stepMinutes, { onlyWhole });
        await rollups.fillDays(span, zonesOf(progress));
      }
      if (onlyWhole) return;
      await rollups.forgetErased(progress.rolledUntil);
      await rollups.keepProgress(progress);
    });
  }

  private inOrg<Result>(
    orgId: string,
    work: (rollups: RollupRepository) => Promise<Result>,
  ): Promise<Result> {
    return this.database.forOrg(orgId, (tx) => work(new RollupRepository(tx)));
  }
}

const zonesOf = ({ timeZone: zone }: Progress) => new Set([UTC, zone]);

function floorTo(at: Date, stepMinutes: number): Date {
  const step = stepMinutes * MINUTE_MS;
  return new Date(Math.floor(at.getTime() / step) * step);
}

/** Whole steps from `from` to past `to`, cut at midnight UTC. */
function* daysBetween(from: Date, to: Date, stepMinutes: number): Generator<Span> {
  const step = stepMinutes * MINUTE_MS;
  const end = Math.ceil(to.getTime() / step) * step;
  let start = floorTo(from, stepMinutes).getTime();
  while (start < end) {
    const next = Math.min(end, (Math.floor(start / DAY_MS) + 1) * DAY_MS);
    yield { from: new Date(start), to: new Date(next) };
    start = next;
  }
}
