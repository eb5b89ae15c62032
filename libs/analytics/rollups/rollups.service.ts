import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database, type OrgTransaction } from '#database';
import { timeZone, OrgService } from '#identity';
import { RollupRepository, type Progress } from './rollup.repository.ts';
import { rollupStepMinutes } from './rollup-step.ts';
import {
  LATE_MS,
  LONGEST_ROUND_MS,
  oldestNotRolledUp,
  orgsWithNotifications,
  TouchedHours,
} from './touched-hours.read-model.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Time limit of a round; the next round continues. */
const ROUND_MS = 20_000;
const UTC = 'UTC';

/**
 * Maintains the rollups. A round rolls up the hours with rows written since the last round, and closes ended hours: it
 * creates their coarser blocks and sums them to days. Every transaction deletes and refills its rollups, so a round can be
 * interrupted or run twice.
 */
@Injectable()
export class Rollups {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
  ) {}

  /**
   * Runs one round over all orgs with new rows.
   *
   * @throws AggregateError with all failures, after the last org.
   */
  async roll(): Promise<void> {
    const until = this.clock.now().getTime() + ROUND_MS;
    const orgs = await this.database.asPlatform('rollups are kept for every org', (tx) =>
      orgsWithNotifications(tx, this.clock.now()),
    );
    await forEachOrg(orgs, 'Some orgs were not rolled up', async (orgId) => {
      if (this.clock.now().getTime() <= until) await this.rollOrg(orgId, until);
    });
  }

  /** Returns the age in milliseconds of the oldest turn that is not rolled up; 0 if there is none. */
  async lagMs(): Promise<number> {
    const oldest = await this.database.asPlatform('rollups are kept for every org', oldestNotRolledUp);
    return oldest ? Math.max(0, this.clock.now().getTime() - oldest.getTime()) : 0;
  }

  /** Rolls up one org to now, without a time limit. */
  async rollOrg(orgId: string, until = Infinity): Promise<void> {
    const before = await this.begin(orgId);
    if (!before) return;
    const now = this.clock.now();
    const closedAt = hourOf(new Date(now.getTime() - LATE_MS));
    const { horizon, touched } = await this.inOrg(orgId, async (tx) => {
      const hours = new TouchedHours(tx);
      return {
        horizon: await hours.horizon(),
        touched: await hours.find(new Date(before.seenAt.getTime() - LATE_MS), before.seenXid),
      };
    });
    for (const late of byDay(touched.filter((hour) => hour < before.rolledUntil)))
      await this.refill(orgId, late, before);
    const seen = { ...before, seenXid: horizon, seenAt: now };
    const rolledUntil = await this.close(orgId, seen, closedAt, until);
    if (rolledUntil > before.rolledUntil) await this.fillWeeks(orgId, seen, rolledUntil, until);
    if (rolledUntil < closedAt) return;
    // An interrupted round has not processed the open hours.
    const wasWhole = before.rolledAt > before.rolledUntil;
    const open = wasWhole ? touched : await this.touchedSince(orgId, rolledUntil);
    const filled = byDay(open.filter((hour) => hour >= rolledUntil));
    for (const hours of filled)
      await this.inOrg(orgId, async (_, rollups) => {
        await rollups.progress({ hold: true });
        await rollups.fillHours(hours, before.stepMinutes, { onlyWhole: false, closed: false });
      });
    // The clock may have jumped meanwhile.
    const tookMs = Math.min(Math.max(this.clock.now().getTime() - now.getTime(), 0), LONGEST_ROUND_MS);
    await this.inOrg(orgId, (_, rollups) =>
      rollups.keepProgress({ ...seen, rolledUntil, rolledAt: now, tookMs }),
    );
  }

  /**
   * Rolls up the rows from before `moment`, so that they can be removed.
   *
   * @param until deadline in milliseconds since 1970.
   * @returns `moment`, or the earlier end of the rolled-up time.
   */
  async rollUpTo(orgId: string, moment: Date, until: number): Promise<Date> {
    const reached = async () => (await this.inOrg(orgId, (_, rollups) => rollups.progress()))?.rolledUntil;
    const before = await reached();
    if (before && before >= moment) return moment;
    await this.rollOrg(orgId, until);
    const after = await reached();
    // Without rows there is no progress.
    return after && after < moment ? after : moment;
  }

  /**
   * Rolls up everything again from `from`, or from the first row. Hours that have lost rows stay unchanged and are summed to
   * their days.
   */
  async rebuild(orgId: string, from?: Date): Promise<void> {
    await this.rollOrg(orgId);
    const progress = await this.inOrg(orgId, (_, rollups) => rollups.progress());
    const first = await this.inOrg(orgId, (tx) => new TouchedHours(tx).firstRow(from ?? '-infinity'));
    if (!progress || !first) return;
    for (const hours of byDay(hoursBetween(first, progress.rolledUntil)))
      await this.refill(orgId, hours, progress);
    await this.fillWeeks(orgId, progress, progress.rolledUntil, Infinity);
  }

  /** Returns the start of the round; undefined for an org without rows. */
  private async begin(orgId: string): Promise<Progress | undefined> {
    const zone = timeZone(await this.orgs.settingsOf(orgId), 'ORG_TIMEZONE');
    const now = this.clock.now();
    const stepMinutes = rollupStepMinutes(zone, now.getUTCFullYear());
    const known = await this.inOrg(orgId, (_, rollups) => rollups.progress());
    if (known?.timeZone === zone) return known;
    if (known) return this.moveTo(orgId, known, { ...known, timeZone: zone, stepMinutes });
    const first = await this.inOrg(orgId, (tx) => new TouchedHours(tx).firstRow('-infinity'));
    if (!first) return undefined;
    const start = hourOf(first);
    return {
      timeZone: zone,
      stepMinutes,
      rolledUntil: start,
      rolledAt: start,
      seenXid: null,
      seenAt: now,
      tookMs: 0,
    };
  }

  /** Applies a new time zone of the org: days begin at other times, and hours are split into smaller steps if necessary. */
  private async moveTo(orgId: string, known: Progress, next: Progress): Promise<Progress> {
    await this.inOrg(orgId, async (_, rollups) => {
      const extent = await rollups.extent();
      await rollups.dropDays(zonesOf(next));
      if (extent) await rollups.fillDays(extent, new Set([next.timeZone]), next.rolledUntil);
      await rollups.keepProgress(next);
    });
    if (next.stepMinutes === known.stepMinutes) return next;
    await this.rebuild(orgId);
    // Open hours still have the previous step.
    return { ...next, rolledAt: next.rolledUntil };
  }

  /** Rolls up closed hours whose turns ended or got feedback later. Waits for approvals may last for days. */
  private refill(
    orgId: string,
    hours: readonly Date[],
    { stepMinutes, ...progress }: Progress,
  ): Promise<void> {
    return this.inOrg(orgId, async (_, rollups) => {
      await rollups.progress({ hold: true });
      await rollups.fillHours(hours, stepMinutes, { onlyWhole: true, closed: true });
      const [from, last] = [hours[0], hours.at(-1)];
      if (!from || !last) return;
      const span = { from, to: new Date(last.getTime() + HOUR_MS) };
      await rollups.fillDays(span, zonesOf(progress), progress.rolledUntil);
    });
  }

  /** Closes the hours up to `closedAt`, one day per transaction. @returns the end of the closed hours. */
  private async close(orgId: string, before: Progress, closedAt: Date, until: number): Promise<Date> {
    let { rolledUntil } = before;
    while (rolledUntil < closedAt) {
      if (this.clock.now().getTime() > until) break;
      const first = await this.inOrg(orgId, (tx) => new TouchedHours(tx).firstRow(rolledUntil));
      const from = first && first < closedAt ? hourOf(first) : closedAt;
      const [hours = []] = byDay(hoursBetween(from, closedAt));
      const next = hours.length > 0 ? new Date(from.getTime() + hours.length * HOUR_MS) : closedAt;
      const reached = { ...before, rolledUntil: next, rolledAt: next };
      await this.inOrg(orgId, async (_, rollups) => {
        await rollups.progress({ hold: true });
        await rollups.fillHours(hours, before.stepMinutes, { onlyWhole: false, closed: true });
        await rollups.fillDays({ from: rolledUntil, to: next }, zonesOf(before), next);
        await rollups.forgetErased(next);
        await rollups.keepProgress(reached);
      });
      rolledUntil = next;
    }
    return rolledUntil;
  }

  /** Creates weeks at most once an hour, because each late turn deletes its week and many turns may be late. */
  private async fillWeeks(
    orgId: string,
    progress: Progress,
    rolledUntil: Date,
    until: number,
  ): Promise<void> {
    for (const zone of zonesOf(progress)) {
      let found = true;
      while (found && this.clock.now().getTime() <= until)
        found = await this.inOrg(orgId, async (_, rollups) => {
          await rollups.progress({ hold: true });
          return rollups.fillWeek(zone, rolledUntil);
        });
    }
  }

  private touchedSince(orgId: string, since: Date): Promise<Date[]> {
    return this.inOrg(orgId, (tx) => new TouchedHours(tx).find(since, null));
  }

  private inOrg<Result>(
    orgId: string,
    work: (tx: OrgTransaction, rollups: RollupRepository) => Promise<Result>,
  ): Promise<Result> {
    return this.database.forOrg(orgId, async (tx) => {
      const rollups = new RollupRepository(tx);
      await rollups.planAnew();
      return work(tx, rollups);
    });
  }
}

const zonesOf = ({ timeZone: zone }: Pick<Progress, 'timeZone'>) => new Set([UTC, zone]);
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Returns the starts of the hours from the hour of `from` to before `to`. */
function* hoursBetween(from: Date, to: Date): Generator<Date> {
  for (let at = hourOf(from).getTime(); at < to.getTime(); at += HOUR_MS) yield new Date(at);
}

/** Groups sorted hours by UTC day, the unit of one transaction. */
function* byDay(hours: Iterable<Date>): Generator<Date[]> {
  let day: Date[] = [];
  for (const hour of hours) {
    const [first] = day;
    if (first && Math.floor(first.getTime() / DAY_MS) !== Math.floor(hour.getTime() / DAY_MS)) {
      yield day;
      day = [];
    }
    day.push(hour);
  }
  if (day.length > 0) yield day;
}
