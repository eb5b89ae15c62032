import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { Insight, InsightService, OfflineEmbedder } from '#memory';
import type { Tool, ToolContext } from '#tools';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { estio } from './index.ts';

/** A Monday; the clock of the scenarios is nine hours later. */
export const ANCHOR = new Date('2026-03-02T00:00:00Z');
const NINE_HOURS_MS = 9 * 3_600_000;

/** A freshly seeded org, with what the app gives to tools; model tasks are answered by their rules. */
export interface DemoOrgTest {
  database: Database;
  orgId: string;
  clock: FixedClock;
  memory: InsightService;
  context(change?: Partial<ToolContext>): ToolContext;
  /** Validates the arguments and runs the tool. */
  run<Data>(tool: Tool, args: Record<string, unknown>, context?: Partial<ToolContext>): Promise<Data>;
  seed(): Promise<void>;
  /** One more org, seeded alike, in the same database. */
  another(): Promise<DemoOrgTest>;
  close(): Promise<void>;
}

export async function createDemoOrg(): Promise<DemoOrgTest> {
  const test = await createTestDatabase();
  const opened = await openDatabase(test.settings, [...(estio.entities ?? []), Insight]);
  return seededOrg(opened.database, async () => {
    await opened.close();
    await test.drop();
  });
}

async function seededOrg(database: Database, close: () => Promise<void>): Promise<DemoOrgTest> {
  const orgId = randomUUID();
  const clock = new FixedClock(new Date(ANCHOR.getTime() + NINE_HOURS_MS));
  const memory = new InsightService(database, new OfflineEmbedder(), clock);
  const embed = (text: string) => memory.embed(text);
  const seed = () =>
    database.forOrg(orgId, async (tx) => estio.seed?.(tx, { orgId, anchor: ANCHOR, clock, embed }));
  await seed();
  const context = (change: Partial<ToolContext> = {}) =>
    toolContext({ database, orgId, clock, memory }, change);
  return {
    database,
    orgId,
    clock,
    memory,
    context,
    async run<Data>(tool: Tool, args: Record<string, unknown>, change?: Partial<ToolContext>) {
      return (await tool.execute(tool.input.parse(args), context(change))) as Data;
    },
    seed,
    another: () => seededOrg(database, close),
    close,
  };
}

type Parts = Pick<DemoOrgTest, 'database' | 'orgId' | 'clock' | 'memory'>;

function toolContext({ database, orgId, clock, memory }: Parts, change: Partial<ToolContext>): ToolContext {
  let open = 0;
  const inTransaction = async <Result>(work: Parameters<typeof database.forOrg<Result>>[1]) => {
    open += 1;
    try {
      return await database.forOrg(orgId, work);
    } finally {
      open -= 1;
    }
  };
  return {
    org: { id: orgId, slug: 'demo' },
    caller: { kind: 'staff', userId: 'agent-01' },
    messageText: '',
    channel: 'chat',
    language: 'en',
    timezone: 'Asia/Nicosia',
    idempotencyKey: randomUUID(),
    signal: new AbortController().signal,
    clock,
    settings: { get: () => undefined },
    memory,
    http: { request: () => Promise.reject(new Error('No tool of estio asks an outside service')) },
    mail: { send: () => Promise.reject(new Error('No tool of estio sends mail')) },
    tasks: {
      run: async <Output>(key: string, input: unknown) => {
        if (open > 0) throw new Error(`Task ${key} was run inside a transaction`);
        const task = estio.tasks?.find((candidate) => candidate.key === key);
        return { output: task?.rules?.(task.input.parse(input)) as Output, generatedBy: 'rules' };
      },
    },
    contactExists: async (id) =>
      (
        await inTransaction((tx) =>
          tx.queryUnscoped('SELECT 1 FROM estio_contacts WHERE org_id = $1 AND id = $2', [orgId, id]),
        )
      ).length > 0,
    conversationExists: () => Promise.resolve(false),
    referenceExists: async (id) =>
      (await inTransaction(async (tx) => estio.referenceExists?.(tx, id))) ?? false,
    read: inTransaction,
    write: inTransaction,
    ...change,
  };
}
