import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { OutboundHttp, untilAborted } from '#outbound';
import {
  ToolError,
  type ConversationMessage,
  type SeededConversation,
  type SharedPort,
  type Tool,
  type ToolContext,
} from '#pack-kit';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { consult } from '../index.ts';
import { consultOffline } from '../offline/index.ts';

/** A Monday; the clock of the tests is at the day from which demo dates are counted. */
export const ANCHOR = new Date('2026-03-02T00:00:00Z');

/** A freshly seeded org, with the dependencies that the app passes to tools. Rules answer model tasks. */
export interface AdvisoryTest {
  database: Database;
  orgId: string;
  clock: FixedClock;
  settings: Record<string, string>;
  /** The demo history that the pack returned. */
  conversations: SeededConversation[];
  /** Validates the arguments and runs the tool. */
  run<Data>(tool: Tool, args?: Record<string, unknown>, context?: Partial<ToolContext>): Promise<Data>;
  seed(): Promise<void>;
  /** One more org, seeded alike, in the same database. */
  another(): Promise<AdvisoryTest>;
  close(): Promise<void>;
}

export async function openAdvisory(): Promise<AdvisoryTest> {
  const test = await createTestDatabase();
  const opened = await openDatabase(test.settings, consult.entities ?? []);
  // The tests' own servers run on this machine.
  const http = new OutboundHttp(['127.0.0.1'], new FixedClock(ANCHOR));
  return seededOrg(opened.database, http, async () => {
    await http.close();
    await opened.close();
    await test.drop();
  });
}

async function seededOrg(
  database: Database,
  http: OutboundHttp,
  close: () => Promise<void>,
): Promise<AdvisoryTest> {
  const orgId = randomUUID();
  const clock = new FixedClock(ANCHOR);
  const settings: Record<string, string> = {};
  const conversations: SeededConversation[] = [];
  const addConversation = (_tx: unknown, conversation: SeededConversation) => {
    conversations.push(conversation);
    return Promise.resolve();
  };
  const missingConversations = (_tx: unknown, ids: readonly string[]) =>
    Promise.resolve(new Set(ids.filter((id) => !conversations.some((added) => added.id === id))));
  const seed = () =>
    database.forOrg(orgId, async (tx) =>
      consult.seed?.(tx, {
        orgId,
        anchor: ANCHOR,
        clock,
        embed: unused,
        missingConversations,
        addConversation,
      }),
    );
  await seed();
  const context = (change: Partial<ToolContext> = {}) =>
    toolContext({ database, orgId, clock, settings, http }, change);
  return {
    database,
    orgId,
    clock,
    settings,
    conversations,
    async run<Data>(tool: Tool, args: Record<string, unknown> = {}, change?: Partial<ToolContext>) {
      const parsed = tool.input.safeParse(args);
      if (!parsed.success) throw new ToolError('VALIDATION_FAILED', parsed.error.message);
      return (await tool.execute(parsed.data, context(change))) as Data;
    },
    seed,
    another: () => seededOrg(database, http, close),
    close,
  };
}

type Parts = Pick<AdvisoryTest, 'database' | 'orgId' | 'clock' | 'settings'> & { http: OutboundHttp };

function toolContext(
  { database, orgId, clock, settings, http }: Parts,
  change: Partial<ToolContext>,
): ToolContext {
  let open = 0;
  const inTransaction = async <Result>(work: Parameters<typeof database.forOrg<Result>>[1]) => {
    open += 1;
    try {
      return await database.forOrg(orgId, work);
    } finally {
      open -= 1;
    }
  };
  const defaults = new Map((consult.settings ?? []).map((setting) => [setting.name, setting.default]));
  const { signal } = new AbortController();
  return {
    org: { id: orgId, slug: 'advisory' },
    caller: { kind: 'contact' },
    messageText: '',
    channel: 'chat',
    language: 'en',
    timezone: 'UTC',
    idempotencyKey: randomUUID(),
    signal,
    clock,
    settings: { get: (name) => settings[name] ?? defaults.get(name) },
    memory: undefined as never,
    http: untilAborted(http, change.signal ?? signal),
    mail: undefined as never,
    tasks: {
      run: async <Output>(key: string, input: unknown) => {
        if (open > 0) throw new Error(`Task ${key} was run inside a transaction`);
        const task = consult.tasks?.find((candidate) => candidate.key === key);
        const rules = consultOffline.rules?.[key] as ((given: unknown) => unknown) | undefined;
        if (!task || !rules) throw new Error(`Task ${key} has no rules`);
        const output = task.output.parse(rules(task.input.parse(input)));
        return { output: output as Output, generatedBy: 'rules' };
      },
    },
    contactExists: () => Promise.resolve(false),
    lockContact: () => Promise.resolve(false),
    conversationExists: () => Promise.resolve(false),
    referenceExists: () => Promise.resolve(false),
    read: inTransaction,
    write: inTransaction,
    ...change,
  };
}

const unused = () => Promise.reject(new Error('unused'));

/** A conversation of these messages, alternating, with the visitor first. */
export function conversationOf(...texts: string[]): ToolContext['conversation'] {
  const messages = texts.map((text, index): ConversationMessage => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    text,
    at: ANCHOR,
  }));
  return {
    messages: ({ most }) => Promise.resolve(messages.slice(-most)),
    results: () => Promise.resolve([]),
  };
}

/** A visitor who shares only the given items. */
export function sharing(shared: Partial<SharedPort>): SharedPort {
  return {
    location: () => Promise.resolve(undefined),
    picture: () => Promise.resolve(undefined),
    look: () => Promise.reject(new Error('nobody looks')),
    ...shared,
  };
}
