import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SemanticToolIndex, ToolBroker, type LearnedRanker } from '#broker';
import { ArtifactReadModel, ArtifactService, FileService } from '#artifacts';
import { FixedClock } from '#config';
import type { Transaction } from '#database';
import { FlagCatalogue, FlagRuleRepository, Flags, FlagStore } from '#flags';
import { AuditLog, ContactService, OrgService, SecretBox, UserService } from '#identity';
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
import { KnowledgeService } from '#memory';
import { defineTask, type MemoryPort, type Pack, type Tool, type ToolContext } from '#pack-kit';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { Admission } from '../admission/admission.service.ts';
import { FairShare } from '../admission/fair-share.ts';
import { MessageIntake } from '../accept/message-intake.service.ts';
import { Approvals } from '../approvals/approvals.service.ts';
import { TurnLog } from '../journal/turn-log.ts';
import { ClaimRepository } from '../run/claim.repository.ts';
import { RunEnds } from '../run/run-ends.ts';
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
import { testOrg, type TestOrg } from './test-org.fixture.ts';

/** Notifies watchers in this process, after the commit like the real notifications. */
export class LocalTurnNotifications implements TurnNotifications {
  private readonly listeners = new Set<[string, () => void]>();

  async announce(tx: Transaction, ...ids: string[]): Promise<void> {
    tx.afterCommit(() => ids.forEach((id) => this.tell(id)));
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

/** A task that a model answers with a number. */
export const scoreTask = defineTask({
  key: 'score',
  taskType: 'lead_scoring',
  instructions: 'Score.',
  input: z.object({ n: z.number() }),
  output: z.object({ score: z.number() }),
});

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

interface TurnsOptions {
  create?: typeof createTestDatabase;
  /** Tools of the platform. */
  platform?: Tool[];
  allowHosts?: string[];
  canSee?: boolean;
  /** Routing overrides, such as models that an org has switched off. */
  routing?: ConstructorParameters<typeof ModelRegistry>[1];
  /** True if the scripted model stands for those of a provider, whose calls are paid and counted. */
  paid?: boolean;
}

export type TurnsParts = Awaited<ReturnType<typeof openParts>>;

async function openParts(
  packs: Pack[],
  { create = createTestDatabase, platform = [], paid = false, ...options }: TurnsOptions,
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
  const fairShare = new FairShare(database);
  const admission = new Admission(database, queue, fairShare);
  const model = new ScriptedModel();
  const provider = paid ? ('openai' as const) : ('offline' as const);
  const models = new LanguageModels(new Map([[provider, model]]));
  const router = new ModelRouter({
    registry: new ModelRegistry(undefined, options.routing),
    configured: [provider],
    only: provider,
  });
  const budgets = budgetsOf(database, clock, orgs);
  const calls = new ModelCalls(models, new ModelRegistry(), undefined, paid ? budgets : undefined);
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
    modelRegistry: paid ? new ModelRegistry() : registryOf(options.canSee ?? false),
    clock,
    registry,
    executor,
    router,
    models,
    calls,
    budgets,
    tasks,
    memory: { embedMeaning: async () => undefined } as Partial<MemoryPort> as MemoryPort,
    knowledge: new KnowledgeService(database, { of: () => new OfflineEmbedder() }, clock),
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
    ends: new RunEnds(database, clock, admission, webhooks),
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
  const approvals = new Approvals(database, clock, admission, orgs, new AuditLog(clock));
  return {
    ...ports,
    testDatabase,
    approvals,
    users,
    notifications,
    jobs,
    queue,
    fairShare,
    model,
    claims,
    intake,
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
    close: async () => {
      await sandbox.beforeApplicationShutdown();
      await close();
      await testDatabase.drop();
    },
  };
}

export type TurnsFixture = Awaited<ReturnType<typeof openTurns>>;

/** Everything that accepts and runs turns, on a database of its own, with a scripted model and a recorded queue. */
export async function openTurns(packs: Pack[] = [testPack('alpha', [])], options: TurnsOptions = {}) {
  const parts = await openParts(packs, options);
  const names = packs.map((pack) => pack.name);
  const newOrg = async (settings: Record<string, string> = {}): Promise<TestOrg> => {
    const slug = `o-${randomUUID()}`;
    const org = { slug, name: 'Org', packs: names, defaultPack: names[0], settings };
    return testOrg(parts, await parts.orgs.create(org));
  };
  return { ...parts, newOrg };
}

/** During `work`, logs write only with a step or the end of a run, as on a fast machine. For tests that count statements. */
export async function withoutWritesBetween<Result>(work: () => Promise<Result>): Promise<Result> {
  const flush = jest.spyOn(TurnLog.prototype as unknown as { flushAfter(): void }, 'flushAfter');
  try {
    flush.mockReturnValue();
    return await work();
  } finally {
    flush.mockRestore();
  }
}

/**
 * {@link openTurns} for the suite that calls it: opened before its tests and closed after them. Before each test, the
 * model has no script and no requests, and the queue is empty.
 */
export function useTurns(...options: Parameters<typeof openTurns>): TurnsFixture {
  const turns = {} as TurnsFixture;
  beforeAll(async () => void Object.assign(turns, await openTurns(...options)));
  beforeEach(() => {
    turns.model.forget();
    turns.jobs.enqueued.length = 0;
    turns.jobs.away = false;
  });
  afterAll(() => turns.close?.());
  return turns;
}
