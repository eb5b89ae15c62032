import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { Insight, InsightService, OfflineEmbedder } from '#memory';
import { Mail, OutboundHttp } from '#outbound';
import type { SeededConversation, Tool, ToolContext } from '#pack-kit';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { estio } from '../index.ts';
import { estioOffline } from '../offline/index.ts';
import { demoOrg } from '../seeds/demo-org.ts';

/** A Monday; the clock of the scenarios is nine hours later. */
export const ANCHOR = new Date('2026-03-02T00:00:00Z');
const NINE_HOURS_MS = 9 * 3_600_000;

/** A freshly seeded org, with the dependencies that the app passes to tools. Rules answer model tasks. */
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
  inOrg: <Result>(work: (tx: OrgTransaction) => Promise<Result>) => Promise<Result>;
  /** Runs a statement of constant text whose `$1` is the org. */
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** The mails in the outbox. */
  mails(): Promise<
    { key: string; recipients: string[]; subject: string; text: string; attachments: { content: string }[] }[]
  >;
  documentText(id: string): Promise<{ text: string; mediaType: string }>;
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
  // The outbound clients that the apps pass to tools: real mail and real requests, also to this machine.
  const http = new OutboundHttp(['127.0.0.1', '127.0.0.0/8'], clock);
  const mail = new Mail(database, clock, new Map<string, string>(), http.guard).forOrg(orgId, settings);
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
  const inOrg: DemoOrgTest['inOrg'] = (work) => database.forOrg(orgId, work);
  const sql: DemoOrgTest['sql'] = (text, parameters) => inOrg((tx) => tx.query(text, parameters));
  const context = (change: Partial<ToolContext> = {}) =>
    toolContext({ database, orgId, clock, memory, settings, http, mail }, change);
  return {
    database,
    orgId,
    clock,
    memory,
    settings,
    conversations,
    context,
    inOrg,
    sql,
    mails: () =>
      sql('SELECT key, recipients, subject, text, attachments FROM outbox_messages WHERE org_id = $1'),
    async documentText(id) {
      const [{ content, mediaType }] = (await sql(
        'SELECT c.content, f.media_type AS "mediaType" FROM files f JOIN file_contents c ON c.org_id = f.org_id AND c.sha256 = f.sha256 WHERE f.org_id = $1 AND f.id = $2',
        [id],
      )) as [{ content: Buffer; mediaType: string }];
      return { text: content.toString('latin1'), mediaType };
    },
    async run<Data>(tool: Tool, args: Record<string, unknown>, change?: Partial<ToolContext>) {
      const input = tool.input.parse(args);
      const given = context(change);
      const data = await tool.execute(input, given);
      return (tool.afterwards ? await tool.afterwards(data, input, given) : data) as Data;
    },
    seed,
    another: () => seededOrg(database, close),
    close: async () => {
      await http.close();
      await close();
    },
  };
}

/** Expects each call to fail with the error class and a message that matches the pattern. */
export async function refusals(
  run: (args: Record<string, unknown>) => Promise<unknown>,
  cases: [args: Record<string, unknown>, errorClass: string, message: RegExp][],
): Promise<void> {
  await Promise.all(
    cases.map(([args, errorClass, message]) =>
      expect(run(args)).rejects.toMatchObject({ errorClass, message: expect.stringMatching(message) }),
    ),
  );
}

function packDefaults(): [string, string][] {
  return (estio.settings ?? []).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
}

type Parts = Pick<DemoOrgTest, 'database' | 'orgId' | 'clock' | 'memory' | 'settings'> &
  Pick<ToolContext, 'http' | 'mail'>;

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
    lockContact: async (tx, id) =>
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
