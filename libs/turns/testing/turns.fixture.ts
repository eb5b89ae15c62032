import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SemanticToolIndex, ToolBroker, type LearnedRanker } from '#broker';
import { ArtifactReadModel, ArtifactService, FileService } from '#artifacts';
import { FixedClock } from '#config';
import type { AcceptMessage } from '#contracts';
import type { Database, Transaction } from '#database';
import { FlagCatalogue, FlagRuleRepository, Flags, FlagStore } from '#flags';
import { AuditLog, ContactService, OrgService, SecretBox, UserService, type Org } from '#identity';
import {
  budgetsOf,
  LanguageModels,
  ModelCalls,
  ModelRegistry,
  ModelRouter,
  ModelTasks,
  OfflineEmbedder,
} from '#models';
import { Mail, OutboundHttp, Webhooks } from '#outbound';
import { Outbox, type JobQueue, type TurnNotifications } from '#queue';
import { SharedSandbox } from '#sandbox';
import { ToolExecutor, ToolRegistry } from '#tools';
import { type MemoryPort, type Pack, type Tool, type ToolContext } from '#pack-kit';
import { eventually } from '../../../test/harness/eventually.ts';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { Admission } from '../admission/admission.service.ts';
import { MessageIntake } from '../accept/message-intake.service.ts';
import type { SpeaksAs } from '../accept/resolve-author.ts';
import { Approvals } from '../approvals/approvals.service.ts';
import { ClaimRepository } from '../run/claim.repository.ts';
import { ConversationEventsReadModel } from '../read/conversations/conversation-events.read-model.ts';
import { ConversationEvents } from '../read/conversations/conversation-events.service.ts';
import { ConversationReadModel } from '../read/conversations/conversation.read-model.ts';
import { MessageReadModel } from '../read/conversations/message.read-model.ts';
import { TurnFeedbackService } from '../read/feedback/turn-feedback.service.ts';
import { Sweeper } from '../run/sweeper.service.ts';
import { TurnControl } from '../run/turn-control.service.ts';
import { TurnEvents } from '../read/turn-events.service.ts';
import { TurnQueue } from '../admission/turn-queue.ts';
import { TurnRunner } from '../run/turn-runner.ts';
import { TurnReadModel } from '../read/turn.read-model.ts';
import { ScriptedModel } from './scripted-model.ts';

/** Notifies watchers in this process, after the commit like the real notifications. */
export class LocalTurnNotifications implements TurnNotifications {
  private readonly listeners = new Set<[string, () => void]>();

  async announce(tx: Transaction, turnId: string): Promise<void> {
    tx.afterCommit(() => this.tell(turnId));
  }

  tell(turnId: string): void {
    for (const [watched, listener] of this.listeners) if (watched === turnId) listener();
  }

  watch(_orgId: string, turnId: string, listener: () => void): () => void {
    const entry: [string, () => void] = [turnId, listener];
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  get watchers(): number {
    return this.listeners.size;
  }

  async close(): Promise<void> {}
}

/** Records enqueued jobs; the real queues have a suite of their own. */
export class RecordedJobs {
  readonly enqueued: { name: string; turnId: string; jobId: string }[] = [];
  readonly live = new Set<string>();
  away = false;

  async enqueue(name: string, payload: { turnId: string }, { jobId }: { jobId: string }): Promise<void> {
    if (this.away) throw new Error('the queue is away');
    this.enqueued.push({ name, turnId: payload.turnId, jobId });
    this.live.add(jobId);
  }

  async withoutJob<Item>(items: readonly Item[], jobOf: (item: Item) => { id: string }): Promise<Item[]> {
    return items.filter((item) => !this.live.has(jobOf(item).id));
  }

  get turnIds(): string[] {
    return this.enqueued.map((job) => job.turnId);
  }
}

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A tool that makes one contact per call and counts its runs. */
export function noteTool(runs: string[]): Tool {
  return {
    ...plainTool('note'),
    sideEffect: 'write',
    execute: async (_input, context: ToolContext) =>
      context.write(async (tx) => {
        runs.push(context.idempotencyKey);
        await tx.execute('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [
          randomUUID(),
          context.clock.now(),
        ]);
        return { noted: true };
      }),
  };
}

export function plainTool(name: string): Tool {
  return toolOf(name, async () => ({ found: name }));
}

function toolOf(name: string, execute: Tool['execute']): Tool {
  return {
    name,
    description: `Does ${name}.`,
    category: 'test',
    input: emptyInput,
    whenToUse: [`${name} is asked for.`],
    examples: [name],
    tier: 'always',
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'none',
    intents: [],
    execute,
  };
}

const emptyInput = z.object({ text: z.string().optional() });

export function testPack(name: string, tools: Tool[], agents = ['helper']): Pack {
  return {
    name,
    title: name,
    loading: 'broker',
    agents: agents.map((agent) => ({
      name: agent,
      description: 'd',
      prompt: 'Help.',
      taskType: 'draft_reply',
      tools: tools.map((tool) => tool.name),
    })),
    ...(agents.length > 1 ? { agentChoice: 'choose', tasks: [choice(agents[0] ?? '')] } : {}),
    tools,
  };
}

function choice(agent: string) {
  return {
    key: 'choose',
    taskType: 'intent_classification',
    instructions: 'Choose.',
    input: z.object({ text: z.string() }).loose(),
    output: z.object({ agent: z.string() }),
    rules: () => ({ agent }),
  };
}

/** The offline models, with vision if a test needs it. */
function registryOf(vision: boolean): ModelRegistry {
  const entries = new ModelRegistry().all().filter(({ provider }) => provider === 'offline');
  return new ModelRegistry(
    entries.map((entry) => ({ ...entry, capabilities: { ...entry.capabilities, vision } })),
  );
}

export type TurnsFixture = Awaited<ReturnType<typeof openTurns>>;

/** Everything that accepts and runs turns, on a database of its own, with a scripted model and a recorded queue. */
export async function openTurns(
  packs: Pack[] = [testPack('alpha', [])],
  create = createTestDatabase,
  platform: Tool[] = [],
  options: {
    allowHosts?: string[];
    canSee?: boolean;
    /** Routing overrides, such as models that an org has switched off. */
    routing?: ConstructorParameters<typeof ModelRegistry>[1];
  } = {},
) {
  const testDatabase = await create();
  const { database, close } = await openDatabase(testDatabase.settings);
  const clock = new FixedClock(new Date());
  const registry = new ToolRegistry(packs, platform);
  const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
  const users = new UserService(database, clock);
  const notifications = new LocalTurnNotifications();
  const jobs = new RecordedJobs();
  const queue = new TurnQueue(jobs as unknown as JobQueue, silent);
  const admission = new Admission(database, queue);
  const model = new ScriptedModel();
  const models = new LanguageModels(new Map([['offline', model]]));
  const router = new ModelRouter({
    registry: new ModelRegistry(undefined, options.routing),
    configured: ['offline'],
    only: 'offline',
  });
  const calls = new ModelCalls(models, new ModelRegistry());
  const executor = new ToolExecutor(registry, database, clock, { logger: silent });
  const claims = new ClaimRepository(database, clock);
  const rules = new FlagRuleRepository(database, clock);
  const flagStore = new FlagStore(new FlagCatalogue(), () => rules.all());
  const flags = await Flags.open(flagStore);
  const tasks = new ModelTasks(router, calls, undefined, flags);
  const http = new OutboundHttp(options.allowHosts ?? [], clock);
  const outbox = new Outbox(database, clock, jobs as unknown as JobQueue, silent);
  const webhooks = new Webhooks(clock, outbox);
  const broker = new ToolBroker();
  const learned = new Map<string, { ranker: LearnedRanker; version: number }>();
  const sandbox = new SharedSandbox({ threads: 1, programsPerThread: 8 });
  const ports = {
    database,
    modelRegistry: registryOf(options.canSee ?? false),
    clock,
    registry,
    executor,
    router,
    models,
    calls,
    budgets: budgetsOf(database, clock, orgs),
    tasks,
    memory: { embedMeaning: async () => undefined } as Partial<MemoryPort> as MemoryPort,
    artifacts: new ArtifactService(database, clock, notifications),
    http,
    mail: new Mail(database, clock, { get: () => undefined }, http.guard),
    webhooks,
    files: new FileService(database, clock),
    broker,
    rankers: { of: (orgId: string) => Promise.resolve(learned.get(orgId)) },
    toolIndex: new SemanticToolIndex(new OfflineEmbedder(), broker),
    sandbox,
    flags,
    admission,
    outbox,
    orgs,
    logger: silent,
  };
  const intake = new MessageIntake(
    database,
    clock,
    registry,
    new ContactService(clock),
    users,
    admission,
    notifications,
    http,
    new AuditLog(clock),
  );
  const newOrg = (settings: Record<string, string> = {}) => {
    const names = packs.map((pack) => pack.name);
    return orgs.create({
      slug: `o-${randomUUID()}`,
      name: 'Org',
      packs: names,
      defaultPack: names[0],
      settings,
    });
  };
  const send = (
    org: Org,
    message: Partial<AcceptMessage> = {},
    key?: string,
    by: SpeaksAs = { staff: false },
  ) => {
    const to = message.conversationId ? {} : { contact: 'ann', channel: 'chat' };
    const settings = { get: (name: string) => org.settings[name] };
    return intake.accept({ org, settings, ...by }, { text: 'Hello', ...to, ...message }, key);
  };
  const approvals = new Approvals(database, clock, admission, orgs, new AuditLog(clock));
  return {
    testDatabase,
    approvals,
    database,
    sql: (orgId: string) => sqlOf(database, orgId),
    clock,
    registry,
    orgs,
    users,
    notifications,
    jobs,
    queue,
    model,
    claims,
    executor,
    intake,
    newOrg,
    send,
    ports,
    rules,
    learned,
    flagStore,
    newRunner: () => new TurnRunner({ ...ports, claims, notifications } as never),
    sweeper: new Sweeper(database, clock, admission, queue, orgs, approvals, silent),
    events: new TurnEvents(database, notifications),
    control: new TurnControl(database, clock, admission, notifications, orgs, webhooks, new AuditLog(clock)),
    turns: new TurnReadModel(database),
    artifacts: new ArtifactReadModel(database),
    conversations: new ConversationReadModel(database),
    messages: new MessageReadModel(database),
    conversationEvents: new ConversationEvents(new ConversationEventsReadModel(database), notifications),
    feedback: new TurnFeedbackService(database, clock),
    row: (orgId: string, turnId: string) => rowOf(database, orgId, turnId),
    eventTypes: async (orgId: string, turnId: string) =>
      (await eventsOf(database, orgId, turnId)).map((event) => event.type),
    untilState: (orgId: string, turnId: string, state: string) =>
      eventually(async () => expect((await rowOf(database, orgId, turnId)).state).toBe(state)),
    expireLease: (orgId: string, turnId: string, seconds = 60) =>
      database.forOrg(orgId, (tx) =>
        tx.executeUnscoped(
          `UPDATE turns SET lease_until = clock_timestamp() - $3 * interval '1 second' WHERE org_id = $1 AND id = $2`,
          [orgId, turnId, seconds],
        ),
      ),
    close: async () => {
      await sandbox.beforeApplicationShutdown();
      await close();
      await testDatabase.drop();
    },
  };
}

/** {@link openTurns} for the suite that calls it: opened before its tests, which may use it, and closed after them. */
export function useTurns(...options: Parameters<typeof openTurns>): TurnsFixture {
  const turns = {} as TurnsFixture;
  beforeAll(async () => void Object.assign(turns, await openTurns(...options)));
  afterAll(() => turns.close?.());
  return turns;
}

/** Single statements of an org, each in a transaction of its own. */
function sqlOf(database: Database, orgId: string) {
  type Statement = [sql: string, values?: unknown[]];
  return {
    query: <Row = Record<string, unknown>>(...statement: Statement) =>
      database.forOrg(orgId, (tx) => tx.query<Row>(...statement)),
    queryUnscoped: <Row = Record<string, unknown>>(...statement: Statement) =>
      database.forOrg(orgId, (tx) => tx.queryUnscoped<Row>(...statement)),
    execute: (...statement: Statement) => database.forOrg(orgId, (tx) => tx.execute(...statement)),
    executeUnscoped: (...statement: Statement) =>
      database.forOrg(orgId, (tx) => tx.executeUnscoped(...statement)),
  };
}

interface TurnRow {
  state: string;
  admission: string;
  run: number;
  starts: number;
  seq: number;
  error_class: string | null;
  error_message: string | null;
  lease_token: string | null;
  prompt_tokens: number;
  caller_kind: string;
  caller_user_id: string | null;
}

async function rowOf(database: Database, orgId: string, turnId: string): Promise<TurnRow> {
  const [row] = await database.forOrg(orgId, (tx) =>
    tx.queryUnscoped<TurnRow>('SELECT * FROM turns WHERE org_id = $1 AND id = $2', [orgId, turnId]),
  );
  if (!row) throw new Error(`There is no turn ${turnId}`);
  return row;
}

export function eventsOf(database: Database, orgId: string, turnId: string) {
  return database.forOrg(orgId, (tx) =>
    tx.queryUnscoped<{ seq: number; type: string; payload: Record<string, unknown> }>(
      'SELECT seq, type, payload FROM turn_events WHERE org_id = $1 AND turn_id = $2 ORDER BY seq',
      [orgId, turnId],
    ),
  );
}
