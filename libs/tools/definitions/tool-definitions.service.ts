import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { TurnpikeError } from '#contracts';
import { Database, type PlatformTransaction } from '#database';
import { AuditLog, type AuditRecord } from '#identity';
import { Changes } from '#queue';
import type { RegisteredTool } from '../registered-tool.ts';
import {
  ToolDefinitionRepository,
  type CurrentDefinition,
  type DefinitionView,
  type SeenDefinition,
} from './tool-definition.repository.ts';

const OF_DEPLOYMENT = 'definitions of the deployment’s tools belong to no org';
const MAX_LISTED = 1_000;

export class DefinitionNotWaitingError extends TurnpikeError {
  constructor(name: string) {
    super(`No such definition of ${name} waits for approval.`, {
      code: 'DEFINITION_NOT_WAITING',
      kind: 'not_found',
    });
  }
}

/**
 * Tracks the definition of each tool. A change of description or schema is written to the audit log. A changed
 * definition of an MCP server is offered only after an admin has approved it.
 */
@Injectable()
export class ToolDefinitions {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ToolDefinitionRepository) private readonly repository: ToolDefinitionRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /**
   * Compares the definitions of this process with the stored ones, and records each change once, however many processes
   * report it. The first definition of a tool is not a change: adding the server or releasing the file accepts it.
   *
   * @param orgId null for tools of the whole deployment.
   * @param shipped hashes of definitions that a pack ships for its own server. They need no approval.
   * @returns the tools whose definition changed.
   */
  async record(
    orgId: string | null,
    tools: readonly RegisteredTool[],
    shipped: ReadonlySet<string> = new Set(),
  ): Promise<string[]> {
    const seen = tools.map(({ tool, parameters, definitionHash, source }): SeenDefinition => ({
      name: tool.name,
      hash: definitionHash,
      definition: { description: tool.description, parameters },
      source,
    }));
    const isNew = (known: Map<string, CurrentDefinition>) => (each: SeenDefinition) =>
      known.get(each.name)?.hash !== each.hash;
    const known = await this.database.asPlatform(OF_DEPLOYMENT, (tx) => this.repository.current(tx, orgId));
    if (!seen.some(isNew(known))) return [];
    return this.database.asPlatform(OF_DEPLOYMENT, async (tx) => {
      await this.repository.lockRecording(tx);
      const current = await this.repository.current(tx, orgId);
      const changed = seen.filter(isNew(current));
      for (const each of changed)
        await this.recordOne(tx, orgId, each, current.get(each.name), shipped.has(each.hash));
      if (changed.some(({ source }) => source === 'mcp')) await this.changes.announce(tx, 'tools');
      return changed.filter(({ name }) => current.has(name)).map(({ name }) => name);
    });
  }

  /** The recorded definitions; only those of one tool if `name` is given. */
  list(orgId: string | null, name?: string): Promise<DefinitionView[]> {
    return this.database.asPlatform(OF_DEPLOYMENT, (tx) =>
      this.repository.list(tx, orgId, { name, limit: MAX_LISTED }),
    );
  }

  /** Forgets changed definitions that wait for approval, because the server of the tools was removed. */
  withdraw(orgId: string, names: readonly string[]): Promise<void> {
    return this.database.asPlatform(OF_DEPLOYMENT, (tx) => this.repository.withdraw(tx, orgId, names));
  }

  /**
   * Approves a changed definition. Every process offers it within 2 s.
   *
   * @throws DefinitionNotWaitingError
   */
  approve(
    orgId: string | null,
    definition: { name: string; hash: string },
    { actor, reason }: { actor: AuditRecord['actor']; reason: string },
  ): Promise<void> {
    return this.database.asPlatform(OF_DEPLOYMENT, async (tx) => {
      const approved = await this.repository.approve(tx, orgId, definition, actor.userId ?? null);
      if (!approved) throw new DefinitionNotWaitingError(definition.name);
      await this.audit.record(tx, {
        orgId,
        actor,
        action: 'tool.definition.approve',
        target: `tool:${definition.name}`,
        after: { hash: definition.hash },
        reason,
      });
      await this.changes.announce(tx, 'tools');
    });
  }

  private async recordOne(
    tx: PlatformTransaction,
    orgId: string | null,
    seen: SeenDefinition,
    before: CurrentDefinition | undefined,
    isShipped: boolean,
  ): Promise<void> {
    // Clocks of machines differ slightly; the latest definition must have the latest time.
    const since = new Date(Math.max(this.clock.now().getTime(), (before?.currentSince.getTime() ?? 0) + 1));
    const approved = await this.repository.makeCurrent(tx, orgId, seen, {
      approved: seen.source === 'file' || before === undefined || isShipped,
      since,
    });
    if (!before) return;
    await this.audit.record(tx, {
      orgId,
      actor: { kind: 'system' },
      action: 'tool.definition.change',
      target: `tool:${seen.name}`,
      before: { hash: before.hash, ...before.definition },
      after: { hash: seen.hash, ...seen.definition, approved },
      reason: seen.source === 'file' ? 'a release changed it' : 'its server changed it',
    });
  }
}
