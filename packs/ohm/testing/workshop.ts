import { randomUUID } from 'node:crypto';
import { ArtifactService, artifactsOfCaller } from '#artifacts';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { ToolError, type ArtifactWrite, type Tool, type ToolContext } from '#pack-kit';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { ohm } from '../index.ts';

/** A project in its own database, with the context that tools receive. */
export interface Workshop {
  database: Database;
  orgId: string;
  conversationId: string;
  /** Validates the arguments and runs the tool. */
  run<Data>(tool: Tool, args?: Record<string, unknown>, context?: Partial<ToolContext>): Promise<Data>;
  write(write: ArtifactWrite): Promise<{ version: number; warnings: string[] }>;
  content<Content>(kind: string): Promise<Content | undefined>;
  /** Another project of the org. */
  newProject(): Promise<void>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-16T09:00:00Z');

export async function openWorkshop(): Promise<Workshop> {
  const test = await createTestDatabase();
  const { database, close } = await openDatabase(test.settings);
  const clock = new FixedClock(NOW);
  const orgId = randomUUID();
  const service = new ArtifactService(database, clock, { announce: () => Promise.resolve() });
  const author = { kind: 'agent' as const, agent: 'tester' };
  const port = () =>
    artifactsOfCaller(service, { orgId, conversationId: workshop.conversationId, packs: [ohm], author });
  const context = (change: Partial<ToolContext> = {}): ToolContext => {
    const absent = () => Promise.resolve(false);
    return {
      org: { id: orgId, slug: 'maker' },
      caller: { kind: 'contact' },
      conversationId: workshop.conversationId,
      messageText: '',
      channel: 'chat',
      language: 'en',
      timezone: 'UTC',
      idempotencyKey: randomUUID(),
      signal: new AbortController().signal,
      clock,
      settings: { get: () => undefined },
      memory: undefined as never,
      http: undefined as never,
      mail: undefined as never,
      tasks: undefined as never,
      artifacts: port(),
      contactExists: absent,
      lockContact: absent,
      conversationExists: absent,
      referenceExists: absent,
      read: (work) => database.forOrg(orgId, work),
      write: (work) => database.forOrg(orgId, work),
      ...change,
    };
  };
  const workshop: Workshop = {
    database,
    orgId,
    conversationId: '',
    async run<Data>(tool: Tool, args: Record<string, unknown> = {}, change?: Partial<ToolContext>) {
      const parsed = tool.input.safeParse(args);
      if (!parsed.success) throw new ToolError('VALIDATION_FAILED', parsed.error.message);
      return (await tool.execute(parsed.data, context(change))) as Data;
    },
    write: (write) => database.forOrg(orgId, (tx) => port().write(tx, write)),
    async content<Content>(kind: string) {
      const reading = await port().read(kind);
      return reading.exists ? (reading.content as Content) : undefined;
    },
    async newProject() {
      workshop.conversationId = randomUUID();
      await database.forOrg(orgId, (tx) =>
        tx.execute(
          `INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
           VALUES ($1, $2, 'maker', 'chat', 'ohm', $3, $3)`,
          [workshop.conversationId, NOW],
        ),
      );
    },
    async close() {
      await close();
      await test.drop();
    },
  };
  await workshop.newProject();
  return workshop;
}
