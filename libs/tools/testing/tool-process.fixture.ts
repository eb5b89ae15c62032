import { FixedClock } from '#config';
import type { Database } from '#database';
import { AuditLog } from '#identity';
import type { Changes } from '#queue';
import { openChanges } from '../../../test/harness/changes.ts';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { type TestService } from '../../../test/harness/services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { ToolDefinitionRepository } from '../definitions/tool-definition.repository.ts';
import { ToolDefinitions } from '../definitions/tool-definitions.service.ts';
import { LiveTools } from '../live-tools.ts';
import { ToolOverrideRepository } from '../overrides/tool-override.repository.ts';
import { ToolOverrides } from '../overrides/tool-overrides.service.ts';
import type { Pack } from '#pack-kit';
import { ToolRegistry } from '../registry.ts';

export interface Installation {
  database: Database;
  clock: FixedClock;
  /** Opens another process: registry, overrides and live updates, with its own connection for notifications. */
  openProcess(packs: Pack[]): ToolProcess;
  auditOf(target: string): Promise<AuditRow[]>;
  close(): Promise<void>;
}

export interface ToolProcess {
  registry: ToolRegistry;
  overrides: ToolOverrides;
  definitions: ToolDefinitions;
  live: LiveTools;
  changes: Changes;
}

interface AuditRow {
  orgId: string | null;
  actorKind: string;
  action: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

interface Backend {
  services: TestService[];
  create: () => Promise<TestDatabase>;
}

export const backends: Record<'postgres' | 'embedded', Backend> = {
  postgres: { services: ['postgres'], create: createTestDatabase },
  embedded: { services: [], create: createEmbeddedTestDatabase },
};

/** Processes that share one database, like api, worker and console. */
export async function openInstallation({ create }: Backend): Promise<Installation> {
  const testDatabase = await create();
  const { database, close } = await openDatabase(testDatabase.settings);
  const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
  const opened: { close(): Promise<void> }[] = [];
  return {
    database,
    clock,
    openProcess: (packs) => {
      const notifications = openChanges(testDatabase.settings, database);
      opened.push(notifications);
      return assemble(packs, database, clock, notifications.changes);
    },
    auditOf: (target) =>
      database.asPlatform('a test reads the audit log', (tx) =>
        tx.query<AuditRow>(
          `SELECT org_id AS "orgId", actor_kind AS "actorKind", action, reason, before, after
             FROM audit_log WHERE target = $1 ORDER BY at, id`,
          [target],
        ),
      ),
    close: async () => {
      for (const part of opened) await part.close();
      await close();
      await testDatabase.drop();
    },
  };
}

function assemble(packs: Pack[], database: Database, clock: FixedClock, changes: Changes): ToolProcess {
  const registry = new ToolRegistry(packs, []);
  const audit = new AuditLog(clock);
  const edits = new ToolOverrideRepository(clock);
  const approvals = new ToolDefinitionRepository(clock);
  const definitions = new ToolDefinitions(database, clock, approvals, audit, changes);
  return {
    registry,
    definitions,
    changes,
    overrides: new ToolOverrides(registry, database, edits, audit, changes),
    live: new LiveTools(registry, database, edits, approvals, definitions, changes),
  };
}
