import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { AuditLog, OrgService, SecretBox, UserService, type AuditEntry, type Org } from '#identity';
import { Changes } from '#queue';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { FlagService, type FlagDecision } from './commands/flag.service.ts';
import { FlagTransferService } from './commands/flag-transfer.service.ts';
import { FlagWriter } from './commands/flag-writer.ts';
import { FlagAlertRepository } from './flag-alert.repository.ts';
import { FlagCatalogue } from './flag-catalogue.ts';
import type { FlagPlace } from './flag-place.ts';
import { FlagRuleRepository } from './flag-rule.repository.ts';
import { FlagStore } from './flag-store.ts';
import type {
  EvidenceWindow,
  MeasuredDay,
  MeasuredTurns,
  RolloutEvidence,
} from './rollout/rollout-evidence.ts';
import { RolloutGate } from './rollout/rollout-gate.ts';
import { RolloutGuard } from './rollout/rollout-guard.ts';

/** Evidence supplied by a test. The evidence of an org covers the time since its window began. */
class GivenEvidence implements RolloutEvidence {
  all: MeasuredTurns = { turns: 0, hits: 0 };
  readonly orgs = new Map<string, MeasuredTurns & { at: Date }>();
  readonly asked: EvidenceWindow[] = [];

  async overall(window: EvidenceWindow): Promise<MeasuredTurns> {
    this.asked.push(window);
    return this.all;
  }

  async byDay({ to }: EvidenceWindow): Promise<MeasuredDay[]> {
    return this.all.turns === 0 ? [] : [{ day: to.toISOString().slice(0, 10), ...this.all }];
  }

  async byOrg({ from }: EvidenceWindow): Promise<Map<string, MeasuredTurns>> {
    return new Map([...this.orgs].filter(([, { at }]) => at > from));
  }

  async ofOrg(orgId: string, { from }: EvidenceWindow): Promise<MeasuredTurns> {
    const measured = this.orgs.get(orgId);
    return measured && measured.at > from ? measured : { turns: 0, hits: 0 };
  }
}

export interface FlagsFixture {
  database: Database;
  clock: FixedClock;
  catalogue: FlagCatalogue;
  rules: FlagRuleRepository;
  store: FlagStore;
  orgs: OrgService;
  users: UserService;
  service: FlagService;
  transfer: FlagTransferService;
  evidence: GivenEvidence;
  gate: RolloutGate;
  guard: RolloutGuard;
  alerts: FlagAlertRepository;
  /** The log entries of the guard with level ERROR. */
  errors: object[];
  orgA: Org;
  orgB: Org;
  because(why: string, more?: Partial<FlagDecision>): FlagDecision;
  /** Sets `tool_broker` at a place, for a percentage of the conversations if the place is a share. */
  setBroker(
    place: FlagPlace,
    value: string,
    more?: Partial<FlagDecision> & { percent?: number },
  ): Promise<unknown>;
  /** The value of `tool_broker`. */
  broker(orgId: string, conversationId?: string): unknown;
  /** The audit log of a flag, oldest first. */
  history(flag: string): Promise<AuditEntry[]>;
}

/** The flag services, with two new orgs and no flag set for each test. The store applies every change at once. */
export function useFlags(): FlagsFixture {
  const on = suiteDatabase();
  const flags = {} as FlagsFixture;
  const closings: (() => unknown)[] = [];
  beforeEach(async () => {
    await on.database.asPlatform('every test begins without a flag set', async (tx) => {
      for (const table of ['flag_rules', 'flag_alerts', 'audit_log'])
        await tx.execute(`DELETE FROM ${table}`);
    });
    Object.assign(flags, await flagsOn(on.database, closings));
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });
  return flags;
}

async function flagsOn(database: Database, closings: (() => unknown)[]): Promise<FlagsFixture> {
  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
  const audit = new AuditLog(clock);
  const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
  const silent = {
    publish: async () => undefined,
    listen: () => () => undefined,
    close: async () => undefined,
  };
  const changes = new Changes(database, silent, { warn: () => undefined });
  const catalogue = new FlagCatalogue();
  const rules = new FlagRuleRepository(database, clock);
  const store = new FlagStore(catalogue, () => rules.all());
  await store.refresh();
  closings.push(
    () => changes.close(),
    changes.subscribe('flags', () => store.refresh()),
  );
  const evidence = new GivenEvidence();
  const gate = new RolloutGate(evidence, clock);
  const writer = new FlagWriter(rules, audit, changes);
  const alerts = new FlagAlertRepository(clock);
  const errors: object[] = [];
  const logger = { error: (context: object) => void errors.push(context) };
  const service = new FlagService(database, catalogue, rules, audit, writer, gate);
  const because: FlagsFixture['because'] = (why, more = {}) => ({ actor: { kind: 'system' }, why, ...more });
  const newOrg = (slug: string) => orgs.create({ slug: `${slug}-${randomUUID().slice(0, 8)}`, name: slug });
  return {
    database,
    clock,
    catalogue,
    rules,
    store,
    orgs,
    users: new UserService(database, clock),
    service,
    transfer: new FlagTransferService(database, catalogue, rules, orgs, writer, gate),
    evidence,
    gate,
    guard: new RolloutGuard(database, clock, catalogue, rules, orgs, evidence, writer, alerts, logger),
    alerts,
    errors,
    orgA: await newOrg('org-a'),
    orgB: await newOrg('org-b'),
    because,
    setBroker: (place, value, { percent, ...more } = {}) =>
      service.set('tool_broker', place, { value, percent }, because('a test', more)),
    broker: (orgId, conversationId) => store.evaluate('tool_broker', { orgId, conversationId }).value,
    history: (flag) =>
      database.asPlatform('the test reads the audit log', (tx) =>
        tx.query<AuditEntry>(
          `SELECT id, org_id AS "orgId", action, before, after, reason FROM audit_log WHERE target = $1 ORDER BY at, id`,
          [`flag:${flag}`],
        ),
      ),
  };
}
