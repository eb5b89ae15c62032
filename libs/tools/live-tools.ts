import type { Database } from '#database';
import type { Changes } from '#queue';
import type { ToolDefinitionRepository } from './definitions/tool-definition.repository.ts';
import type { ToolDefinitions } from './definitions/tool-definitions.service.ts';
import type { ToolOverrideRepository } from './overrides/tool-override.repository.ts';
import type { ToolRegistry } from './registry.ts';

/** Keeps the registry's views at what is laid over the files, within 2 s of an edit in any process. */
export class LiveTools {
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    private readonly overrides: ToolOverrideRepository,
    private readonly approvals: ToolDefinitionRepository,
    private readonly definitions: ToolDefinitions,
    private readonly changes: Changes,
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
