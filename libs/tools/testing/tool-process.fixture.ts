import { FixedClock } from '#config';
import { AuditLog } from '#identity';
import type { Changes } from '#queue';
import { openChanges } from '../../../test/harness/changes.ts';
import type { SuiteDatabase } from '../../../test/harness/suite-database.ts';
import { ToolDefinitionRepository } from '../definitions/tool-definition.repository.ts';
import { ToolDefinitions } from '../definitions/tool-definitions.service.ts';
import { LiveTools } from '../live-tools.ts';
import { ToolOverrideRepository } from '../overrides/tool-override.repository.ts';
import { ToolOverrides } from '../overrides/tool-overrides.service.ts';
import type { Pack } from '#pack-kit';
import { ToolRegistry } from '../registry.ts';

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

/** Processes that share the database of a suite, like api, worker and console. They stop with the suite. */
export function toolProcesses(on: SuiteDatabase) {
  const clock = new FixedClock(new Date('2026-11-20T10:00:00.000Z'));
  return {
    clock,
    /** Starts a process: registry, overrides and live updates, with its own connection for notifications. */
    async start(packs: Pack[]): Promise<ToolProcess> {
      const { database, settings } = on;
      const { changes, close } = openChanges(settings, database);
      const registry = new ToolRegistry(packs, []);
      const audit = new AuditLog(clock);
      const edits = new ToolOverrideRepository(clock);
      const approvals = new ToolDefinitionRepository(clock);
      const definitions = new ToolDefinitions(database, clock, approvals, audit, changes);
      const overrides = new ToolOverrides(registry, database, edits, audit, changes);
      const live = new LiveTools(registry, database, edits, approvals, definitions, changes);
      on.closings.push(close, () => live.stop());
      await live.start();
      return { registry, definitions, changes, overrides, live };
    },
    auditOf: (target: string): Promise<AuditRow[]> =>
      on.database.asPlatform('a test reads the audit log', (tx) =>
        tx.query<AuditRow>(
          `SELECT org_id AS "orgId", actor_kind AS "actorKind", action, reason, before, after
             FROM audit_log WHERE target = $1 ORDER BY at, id`,
          [target],
        ),
      ),
  };
}
