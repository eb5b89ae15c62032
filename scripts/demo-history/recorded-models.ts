import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#config';
import {
  countTextTokens,
  ModelError,
  ModelTasks,
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  type ProviderName,
  type TaskContext,
  type TaskResult,
} from '#models';
import { type OfflineModel } from '#offline-model';
import type { Task } from '#pack-kit';
import type { Outage } from './story.ts';

/** What a provider caches is gone after this time. */
const CACHE_MS = 5 * 60_000;
/** Real answers take a second or more; these take a fifth of it, so that the fortnight is told in minutes. */
const FIRST_TOKEN_MS: Readonly<Record<string, number>> = { openai: 120, anthropic: 180 };
const MS_PER_TOKEN = 1.5;

/** Tasks with rules, by the name that a provider would be told of them. */
export class KnownTasks {
  private readonly tasks = new Map<string, Task>();

  remember(task: Task): void {
    this.tasks.set(task.key.replace(/[^a-zA-Z0-9_-]/g, '_'), task);
  }

  /** @throws ModelError BAD_REQUEST for a task without rules. */
  answer(name: string, input: string): string {
    const task = this.tasks.get(name);
    if (!task?.rules) throw new ModelError('BAD_REQUEST', `The task ${name} has no rules to answer by.`);
    return JSON.stringify(task.output.parse(task.rules(task.input.parse(JSON.parse(input)))));
  }
}

/** Lets the stand-ins know what a task's rules are, which a provider is not told. */
export class RememberingTasks extends ModelTasks {
  constructor(
    private readonly known: KnownTasks,
    ...parts: ConstructorParameters<typeof ModelTasks>
  ) {
    super(...parts);
  }

  override run<Output>(task: Task, input: unknown, context: TaskContext): Promise<TaskResult<Output>> {
    this.known.remember(task);
    return super.run(task, input, context);
  }
}

/**
 * Stands in for a provider while demo history is recorded: the offline model and the tasks' rules answer, with a
 * provider's prices, cache and outages. Nothing leaves this machine.
 */
export class StandInModel implements LanguageModel {
  /** When a prompt's beginning was last read, by model. */
  private readonly cache = new Map<string, number>();

  constructor(
    readonly provider: ProviderName,
    private readonly offline: OfflineModel,
    private readonly tasks: KnownTasks,
    private readonly clock: Clock,
    private readonly outages: readonly Outage[],
  ) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    const now = this.clock.now();
    if (this.outages.some(({ provider, from, to }) => provider === this.provider && from <= now && now < to))
      throw new ModelError('UNAVAILABLE', `${this.provider} answered 503: the service is overloaded`, {
        status: 503,
      });
    const result = request.responseSchema
      ? await this.byRules(request, request.responseSchema.name)
      : await this.offline.generate(request);
    const cachedTokens = await this.cachedOf(request, now);
    await delay((FIRST_TOKEN_MS[this.provider] ?? 0) + result.usage.completionTokens * MS_PER_TOKEN);
    return {
      ...result,
      usage: { ...result.usage, cachedTokens: Math.min(cachedTokens, result.usage.promptTokens) },
    };
  }

  private async byRules(request: GenerateRequest, name: string): Promise<GenerateResult> {
    const asked = request.messages[0];
    const text = this.tasks.answer(name, asked?.role === 'user' ? asked.text : '');
    return {
      text,
      toolCalls: [],
      usage: {
        promptTokens: await countTextTokens(request.system + (asked?.text ?? '')),
        cachedTokens: 0,
        completionTokens: await countTextTokens(text),
      },
      finishReason: 'stop',
    };
  }

  /** Tokens of what the prompt begins with, where that was read a short while ago. */
  private async cachedOf({ model, system, tools }: GenerateRequest, now: Date): Promise<number> {
    const beginning = system + JSON.stringify(tools);
    const key = `${model} ${beginning}`;
    const readAt = this.cache.get(key) ?? -Infinity;
    this.cache.set(key, now.getTime());
    return now.getTime() - readAt < CACHE_MS ? countTextTokens(beginning) : 0;
  }
}
