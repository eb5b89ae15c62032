import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { Insight, InsightService, OfflineEmbedder } from '#memory';
import type { SeededConversation, Tool, ToolContext } from '#pack-kit';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { estio } from '../index.ts';
import { estioOffline } from '../offline/index.ts';
import { demoOrg } from '../seeds/demo-org.ts';
import { outside } from './outside.ts';

/** A Monday; the clock of the scenarios is nine hours later. */
export const ANCHOR = new Date('2026-03-02T00:00:00Z');
const NINE_HOURS_MS = 9 * 3_600_000;

/** A freshly seeded org, with what the app gives to tools; model tasks are answered by their rules. */
export interface DemoOrgTest {
  database: Database;
  orgId: string;
  clock: FixedClock;
  memory: InsightService;
  /** Settings of the org; an empty text is an unset setting. */
  settings: Map<string, string>;
  /** The seeded conversations. */
  conversations: SeededConversation[];
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
  const settings = new Map([...packDefaults(), ...Object.entries(demoOrg.settings)]);
  const ports = outside({ database, orgId, clock }, settings);
  const embed = (text: string) => memory.embed(orgId, text);
  const conversations: SeededConversation[] = [];
  const addConversation = (_tx: unknown, conversation: SeededConversation) => {
    conversations.push(conversation);
    return Promise.resolve();
  };
  const missingConversations = (_tx: unknown, ids: readonly string[]) =>
    Promise.resolve(new Set(ids.filter((id) => !conversations.some((added) => added.id === id))));
  const seed = () =>
    database.forOrg(orgId, async (tx) =>
      estio.seed?.(tx, { orgId, anchor: ANCHOR, clock, embed, missingConversations, addConversation }),
    );
  await seed();
  const context = (change: Partial<ToolContext> = {}) =>
    toolContext({ database, orgId, clock, memory, settings, ...ports }, change);
  return {
    database,
    orgId,
    clock,
    memory,
    settings,
    conversations,
    context,
    async run<Data>(tool: Tool, args: Record<string, unknown>, change?: Partial<ToolContext>) {
      const input = tool.input.parse(args);
      const given = context(change);
      const data = await tool.execute(input, given);
      return (tool.afterwards ? await tool.afterwards(data, input, given) : data) as Data;
    },
    seed,
    another: () => seededOrg(database, close),
    close: async () => {
      await ports.http.close();
      await close();
    },
  };
}

function packDefaults(): [string, string][] {
  return (estio.settings ?? []).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
}

type Parts = Pick<DemoOrgTest, 'database' | 'orgId' | 'clock' | 'memory' | 'settings'> &
  ReturnType<typeof outside>;

function toolContext(parts: Parts, change: Partial<ToolContext>): ToolContext {
  const { database, orgId, clock, memory, settings, http, mail } = parts;
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
    settings: { get: (name) => settings.get(name) || undefined },
    memory,
    http,
    mail,
    tasks: {
      run: async <Output>(key: string, input: unknown) => {
        if (open > 0) throw new Error(`Task ${key} was run inside a transaction`);
        const task = estio.tasks?.find((candidate) => candidate.key === key);
        const rules = estioOffline.rules?.[key] as ((facts: unknown) => Output) | undefined;
        return { output: rules?.(task?.input.parse(input)) as Output, generatedBy: 'rules' };
      },
    },
    contactExists: async (id) =>
      (
        await inTransaction((tx) =>
          tx.queryUnscoped('SELECT 1 FROM estio_contacts WHERE org_id = $1 AND id = $2', [orgId, id]),
        )
      ).length > 0,
    holdContact: async (tx, id) =>
      (await tx.query('SELECT 1 FROM estio_contacts WHERE org_id = $1 AND id = $2 FOR SHARE', [id])).length >
      0,
    conversationExists: () => Promise.resolve(false),
    referenceExists: async (id) =>
      (await inTransaction(async (tx) => estio.referenceExists?.(tx, id))) ?? false,
    read: inTransaction,
    write: inTransaction,
    ...change,
  };
}
