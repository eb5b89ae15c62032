import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database, OrgTransaction } from '#database';
import type { OfflinePack } from '#offline-model';
import { OutboundHttp, untilAborted } from '#outbound';
import { ToolError, type Pack, type SeedContext, type Tool, type ToolContext } from '#pack-kit';
import { orgRows } from '../../test/harness/org-rows.ts';
import { expectPromisedResult } from '../../test/harness/promised-result.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';

/** The seeding day of all orgs, a Monday. */
export const ANCHOR = new Date('2026-03-02T00:00:00Z');

type SeededConversations = Parameters<SeedContext['addConversation']>[1][];

/** A freshly seeded org of a pack, with the dependencies that the app passes to tools. */
export interface PackOrg {
  database: Database;
  orgId: string;
  clock: FixedClock;
  /** Settings of the org, with the defaults of the pack. */
  settings: Map<string, string>;
  /** Reaches this machine, where the servers of the tests run. */
  http: OutboundHttp;
  /** The demo conversations. */
  conversations: SeededConversations;
  inOrg: <Result>(work: (tx: OrgTransaction) => Promise<Result>) => Promise<Result>;
  /** The org's rows of an entity, all or those with the given values. */
  rows<Row extends { orgId: string }>(entity: new () => Row, where?: Partial<Row>): Promise<Row[]>;
  context(change?: Partial<ToolContext>): ToolContext;
  /** Validates the arguments, runs the tool, and expects the result that it promises. */
  run<Data>(tool: Tool, args?: Record<string, unknown>, context?: Partial<ToolContext>): Promise<Data>;
  seed(): Promise<void>;
}

interface PackOrgOptions<Extra extends object> {
  pack: Pack;
  /** Rules that answer the model tasks of the pack. */
  offline?: OfflinePack;
  entities?: NonNullable<Pack['entities']>;
  clockAt?: Date;
  /** Returns the pack's own objects for its tests, and the part of the tools' context that differs between packs. */
  extend: (org: PackOrg) => {
    extra: Extra;
    context: () => Partial<ToolContext>;
    embed?: SeedContext['embed'];
  };
}

/**
 * Opens an org for the surrounding suite, or for each of its tests, in a database of the suite. The properties of the
 * result are available when the tests run.
 */
export function suiteOrg<Extra extends object>(
  options: PackOrgOptions<Extra>,
  { per = 'suite' }: { per?: 'suite' | 'test' } = {},
): PackOrg & Extra & { another(): Promise<PackOrg & Extra> } {
  const suite = {} as PackOrg & Extra & { another(): Promise<PackOrg & Extra> };
  const { pack, entities = [] } = options;
  const on = suiteDatabase({ entities: [...(pack.entities ?? []), ...entities] });
  beforeAll(async () => {
    const http = new OutboundHttp(['127.0.0.1', '127.0.0.0/8'], new FixedClock(ANCHOR));
    on.closings.push(() => http.close());
    suite.another = () => seededOrg(on.database, http, options);
    if (per === 'suite') Object.assign(suite, await suite.another());
  });
  if (per === 'test') beforeEach(async () => void Object.assign(suite, await suite.another()));
  return suite;
}

async function seededOrg<Extra extends object>(
  database: Database,
  http: OutboundHttp,
  { pack, offline, clockAt = ANCHOR, extend }: PackOrgOptions<Extra>,
): Promise<PackOrg & Extra> {
  const orgId = randomUUID();
  const clock = new FixedClock(clockAt);
  const conversations: SeededConversations = [];
  const defaults = (pack.settings ?? []).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const org: PackOrg = {
    database,
    orgId,
    clock,
    settings: new Map([...defaults, ...Object.entries(pack.demo?.settings ?? {})]),
    http,
    conversations,
    inOrg: (work) => database.forOrg(orgId, work),
    rows: (entity, where) => orgRows(database, orgId, entity, where),
    context: (change = {}) => ({
      ...toolContext(org, { pack, offline }, change),
      ...extended.context(),
      ...change,
    }),
    async run<Data>(tool: Tool, args: Record<string, unknown> = {}, change?: Partial<ToolContext>) {
      const parsed = tool.input.safeParse(args);
      if (!parsed.success) throw new ToolError('VALIDATION_FAILED', parsed.error.message);
      const context = org.context(change);
      const data = await tool.execute(parsed.data, context);
      const ended = tool.afterwards ? await tool.afterwards(data, parsed.data, context) : data;
      expectPromisedResult(tool, ended);
      return ended as Data;
    },
    seed: () => org.inOrg(async (tx) => pack.seed?.(tx, seedContext)),
  };
  const extended = extend(org);
  const seedContext: SeedContext = {
    orgId,
    anchor: ANCHOR,
    clock,
    embed: extended.embed ?? (() => Promise.reject(new Error('The pack seeds no insights'))),
    missingConversations: (_tx, ids) =>
      Promise.resolve(new Set(ids.filter((id) => !conversations.some((added) => added.id === id)))),
    addConversation: async (_tx, conversation) => void conversations.push(conversation),
  };
  await org.seed();
  return { ...org, ...extended.extra };
}

function toolContext(
  { orgId, clock, settings, http, inOrg }: PackOrg,
  { pack, offline }: { pack: Pack; offline: OfflinePack | undefined },
  change: Partial<ToolContext>,
): ToolContext {
  let open = 0;
  const inTransaction = async <Result>(work: (tx: OrgTransaction) => Promise<Result>) => {
    open += 1;
    try {
      return await inOrg(work);
    } finally {
      open -= 1;
    }
  };
  const absent = () => Promise.resolve(false);
  const { signal } = new AbortController();
  return {
    org: { id: orgId, slug: pack.demo?.slug ?? pack.name },
    caller: { kind: 'contact' },
    messageText: '',
    channel: 'chat',
    language: 'en',
    timezone: pack.demo?.timezone ?? 'UTC',
    idempotencyKey: randomUUID(),
    signal,
    clock,
    settings: { get: (name) => settings.get(name) },
    memory: undefined as never,
    http: untilAborted(http, change.signal ?? signal),
    mail: undefined as never,
    tasks: {
      run: async <Output>(key: string, input: unknown) => {
        if (open > 0) throw new Error(`Task ${key} was run inside a transaction`);
        const task = pack.tasks?.find((candidate) => candidate.key === key);
        const rules = offline?.rules?.[key] as ((given: unknown) => unknown) | undefined;
        if (!task || !rules) throw new Error(`Task ${key} has no rules`);
        const output = task.output.parse(rules(task.input.parse(input)));
        return { output: output as Output, generatedBy: 'rules' };
      },
    },
    contactExists: absent,
    lockContact: absent,
    conversationExists: absent,
    referenceExists: async (id) =>
      (await inTransaction(async (tx) => pack.referenceExists?.(tx, id))) ?? false,
    read: inTransaction,
    write: inTransaction,
  };
}
