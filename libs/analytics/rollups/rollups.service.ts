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
/** A round ends after this time; what is left waits for the next one. */
const ROUND_MS = 20_000;
const UTC = 'UTC';

/**
 * Keeps the rollups. A round looks for the hours that rows were written into since the last one and rolls these up, and
 * closes hours that are over: sums them further, and adds them up to days. Every transaction deletes and fills, so that
 * a round may break off or be run twice.
 */
@Injectable()
export class Rollups {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
  ) {}

  /**
   * One round over all orgs with something new.
   *
   * @throws AggregateError with what failed, when the other orgs are done.
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

  /** Age of the oldest turn that no round has come to, in milliseconds; 0 where there is none. */
  async lagMs(): Promise<number> {
    const oldest = await this.database.asPlatform('rollups are kept for every org', oldestNotRolledUp);
    return oldest ? Math.max(0, this.clock.now().getTime() - oldest.getTime()) : 0;
  }

  /** Rolls one org up to now, however long it takes. */
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
    // A round that broke off has left the hours that still grow alone.
    const wasWhole = before.rolledAt > before.rolledUntil;
    const open = wasWhole ? touched : await this.touchedSince(orgId, rolledUntil);
    const filled = byDay(open.filter((hour) => hour >= rolledUntil));
    for (const hours of filled)
      await this.inOrg(orgId, async (_, rollups) => {
        await rollups.progress({ hold: true });
        await rollups.fillHours(hours, before.stepMinutes, { onlyWhole: false, closed: false });
      });
    // By a clock that may have jumped meanwhile.
    const tookMs = Math.min(Math.max(this.clock.now().getTime() - now.getTime(), 0), LONGEST_ROUND_MS);
    await this.inOrg(orgId, (_, rollups) =>
      rollups.keepProgress({ ...seen, rolledUntil, rolledAt: now, tookMs }),
    );
  }

  /**
   * Sees to it that rows of before `moment` are rolled up, so that they can go.
   *
   * @param until when to break off, in milliseconds since 1970.
   * @returns `moment`, or what it came to.
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
   * Rolls everything up again from `from` on, or from the first row. Hours that have lost rows since stay as they are,
   * and are added up to their days.
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

  /** Where the round begins; undefined for an org without rows. */
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

  /** The org lives by another time zone: its days begin elsewhere, and hours are split where they have to be. */
  private async moveTo(orgId: string, known: Progress, next: Progress): Promise<Progress> {
    await this.inOrg(orgId, async (_, rollups) => {
      const extent = await rollups.extent();
      await rollups.dropDays(zonesOf(next));
      if (extent) await rollups.fillDays(extent, new Set([next.timeZone]), next.rolledUntil);
      await rollups.keepProgress(next);
    });
    if (next.stepMinutes === known.stepMinutes) return next;
    await this.rebuild(orgId);
    // Hours that still grow have the step of before.
    return { ...next, rolledAt: next.rolledUntil };
  }

  /** Hours that were closed: with turns that ended, or were judged, later. Waits for approvals may last for days. */
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

  /** Closes the hours up to `closedAt`, a day in a transaction. @returns how far it came. */
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

  /** Once an hour: a late turn takes away the week that it belongs to, and many may be late. */
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

/** The starts of the hours from the one that `from` is in to before `to`. */
function* hoursBetween(from: Date, to: Date): Generator<Date> {
  for (let at = hourOf(from).getTime(); at < to.getTime(); at += HOUR_MS) yield new Date(at);
}

/** Hours in order, those of one day (UTC) together: as many as a transaction rolls up. */
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
