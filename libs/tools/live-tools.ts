import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolDefinitionRepository } from './definitions/tool-definition.repository.ts';
import { ToolDefinitions } from './definitions/tool-definitions.service.ts';
import { ToolOverrideRepository } from './overrides/tool-override.repository.ts';
import { ToolRegistry } from './registry.ts';

/** Applies overrides and approvals to the registry's views, within 2 s of a change in any process. */
@Injectable()
export class LiveTools {
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(Database) private readonly database: Database,
    @Inject(ToolOverrideRepository) private readonly overrides: ToolOverrideRepository,
    @Inject(ToolDefinitionRepository) private readonly approvals: ToolDefinitionRepository,
    @Inject(ToolDefinitions) private readonly definitions: ToolDefinitions,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /** Records the definitions of this process, loads the overrides, and subscribes to changes. */
  async start(): Promise<void> {
    await this.definitions.record(null, this.registry.tools);
    await this.refresh();
    this.unsubscribe = this.changes.subscribe('tools', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const snapshot = await this.database.asPlatform(
      'the registry of a process serves every org',
      async (tx) => ({
        ...(await this.overrides.current(tx)),
        approved: await this.approvals.approvedOfServers(tx),
      }),
    );
    this.registry.applyOverrides(snapshot);
  }

  stop(): void {
    this.unsubscribe?.();
  }
}
