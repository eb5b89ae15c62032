import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { failuresOfEachOrg, Database } from '#database';
import { wholeNumberSetting, OrgService, type SettingNameOf } from '#identity';
import { Rollups } from '../rollups/rollups.service.ts';
import {
  dropTraceMonth,
  markDecisionsRemoved,
  removeRows,
  retainedTables,
  type RetainedTable,
} from './row-retention.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Time limit of a round, because other scheduled jobs wait meanwhile. The next round continues. */
const ROUND_MS = 20_000;
/** Time after a decision in which outbox tasks of its turn may still call models under the dimensions of the decision. */
const FOLLOWED_UP_MS = DAY_MS;

const SETTINGS: Readonly<Record<RetainedTable, SettingNameOf<'whole_number'>>> = {
  traces: 'SPANS_KEPT_DAYS',
  prompt_texts: 'SPANS_KEPT_DAYS',
  tool_calls: 'TOOL_CALLS_KEPT_DAYS',
  broker_decisions: 'BROKER_DECISIONS_KEPT_DAYS',
};

interface Chore {
  orgId: string;
  table: RetainedTable;
  /** Rows older than this are removed. */
  before: Date;
}

/**
 * Removes traces with their prompts, tool calls and broker decisions after the retention period of their org. Rows are
 * removed in small transactions, and a month of traces is dropped once no org needs it. Rows are removed only after they are
 * in the rollups, which are kept.
 */
@Injectable()
export class RowRetention {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'list' | 'settingsOf'>,
    @Inject(Rollups) private readonly rollups: Pick<Rollups, 'rollUpTo'>,
  ) {}

  /**
   * Runs one round over all orgs: it removes some rows of each org, then more from orgs with more rows, until the time limit.
   *
   * @throws AggregateError with all failures, after the last org.
   */
  async removeOld(): Promise<void> {
    const until = this.clock.now().getTime() + ROUND_MS;
    const planned: Chore[] = [];
    const failures = await failuresOfEachOrg(await this.orgs.list(), async ({ id }) => {
      planned.push(...(await this.choresOf(id, until)));
    });
    if (failures.length === 0) await this.dropMonths(planned);
    let chores = planned;
    while (chores.length > 0) {
      const unfinished: Chore[] = [];
      const failed = await failuresOfEachOrg(chores, async (chore) => {
        if (await this.work(chore)) unfinished.push(chore);
      });
      failures.push(...failed);
      chores = this.clock.now().getTime() < until ? unfinished : [];
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Old rows of some orgs were not removed');
  }

  private async choresOf(orgId: string, until: number): Promise<Chore[]> {
    const settings = await this.orgs.settingsOf(orgId);
    const now = this.clock.now().getTime();
    const wanted = retainedTables.map((table) => ({
      orgId,
      table,
      // Round to whole hours, the unit of rollups.
      before: new Date(
        Math.floor((now - wholeNumberSetting(settings, SETTINGS[table]) * DAY_MS) / HOUR_MS) * HOUR_MS,
      ),
    }));
    const latest = new Date(Math.max(...wanted.map(({ before }) => before.getTime())));
    const counted = await this.rollups.rollUpTo(orgId, latest, until);
    return wanted.map((chore) => (chore.before > counted ? { ...chore, before: counted } : chore));
  }

  private async dropMonths(chores: readonly Chore[]): Promise<void> {
    const moments = chores.filter(({ table }) => table === 'traces').map(({ before }) => before.getTime());
    if (moments.length === 0) return;
    const before = new Date(Math.min(...moments));
    let more = true;
    while (more)
      more = await this.database.asPlatform('a monthly partition has the traces of every org', (tx) =>
        dropTraceMonth(tx, before),
      );
  }

  private work({ orgId, table, before }: Chore): Promise<boolean> {
    return this.database.forOrg(orgId, async (tx) => {
      if (table === 'broker_decisions')
        await markDecisionsRemoved(tx, before, new Date(before.getTime() + FOLLOWED_UP_MS));
      return removeRows(tx, table, before);
    });
  }
}
