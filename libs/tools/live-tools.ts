import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolDefinitionRepository } from './definitions/tool-definition.repository.ts';
import { ToolDefinitions } from './definitions/tool-definitions.service.ts';
import { ToolOverrideRepository } from './overrides/tool-override.repository.ts';
import { ToolRegistry } from './registry.ts';

/** Keeps the registry's views at what is laid over the files, within 2 s of an edit in any process. */
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

  /** Records this process's definitions, loads the edits, and follows them from now on. */
  async start(): Promise<void> {
    await this.definitions.record(null, this.registry.tools);
    await this.refresh();
    this.unsubscribe = this.changes.subscribe('tools', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const laid = await this.database.asPlatform('a process serves every org', async (tx) => ({
      ...(await this.overrides.current(tx)),
      approved: await this.approvals.approvedOfServers(tx),
    }));
    this.registry.layOver(laid);
  }

  stop(): void {
    this.unsubscribe?.();
  }
}
