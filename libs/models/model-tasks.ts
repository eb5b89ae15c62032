import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import { keySettings } from '#config';
import { Flags } from '#flags';
import { ToolError, type Task } from '#pack-kit';
import { Budgets } from './budgets/budgets.ts';
import { ModelCalls, type AnsweredCall, type CallHooks } from './calls/model-calls.ts';
import {
  STAND_IN,
  type GenerateRequest,
  type ModelMessage,
  type ModelTier,
  type StandIn,
  type TurnFacts,
} from './language-model.ts';
import { ModelError } from './model.errors.ts';
import { ModelRouter, type Route } from './model-router.ts';
import { countRequestTokens, countTextTokens } from './tokens.ts';
import { withinLimits } from './within-limits.ts';

/** Attempts per task. An answer that does not match the schema is requested once more. */
const MAX_ATTEMPTS = 2;

/** Usage of one model call of a task, for the span that records it. */
export interface TaskCall extends Pick<AnsweredCall, 'model' | 'provider' | 'usage' | 'costUsd'> {
  task: string;
  route: Route;
  /** As in `GenerateResult`. */
  thoughts?: string[] | undefined;
}

/** An answer that does not match the schema of its task. */
export interface MissedAnswer {
  text: string;
  model: string;
}

export interface TaskContext
  extends Omit<CallHooks, 'onAttempt'>, Pick<GenerateRequest, 'lastKeys' | 'onKeyRotated'> {
  facts: TurnFacts;
  signal: AbortSignal;
  /** Called with the route before the first model call. */
  onRoute?: (route: Route) => void;
  /** Called after each model call, including calls whose answer does not match the schema. */
  onCall?: (call: TaskCall) => void;
  /** The answer of an earlier run that did not match the schema, so that only the second answer is requested. */
  missed?: MissedAnswer | undefined;
  /** Stores an answer that does not match the schema before the second one is requested. */
  onMissed?: (missed: MissedAnswer) => Promise<void>;
  /** As in `RouteRequest`; read from the flag `model_router` if absent. */
  byTask?: boolean;
  /** As in `RouteRequest`. */
  highestTier?: ModelTier;
  /** As in `RouteRequest`; read from the org's budgets if absent. */
  thrifty?: boolean;
}

export interface TaskResult<Output> {
  output: Output;
  /** Id of the model, or `rules`. */
  generatedBy: string;
}

/** JSON Schemas of task outputs, converted once each. */
const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/** Runs model work outside the conversation, such as scoring, classifying or drafting, by a model or by rules. */
@Injectable()
export class ModelTasks {
  constructor(
    @Inject(ModelRouter) private readonly router: ModelRouter,
    @Inject(ModelCalls) private readonly calls: ModelCalls,
    @Inject(Budgets) private readonly budgets?: Pick<Budgets, 'isThrifty'>,
    @Inject(Flags) private readonly flags?: Pick<Flags, 'isOn'>,
    @Inject(STAND_IN) private readonly standIn?: Pick<StandIn, 'rules'>,
  ) {}

  /**
   * Runs a task by its rules if the offline model answers, else by a model of the task's tier. If the flag
   * `model_router` is off for the org or conversation, a model of the standard tier is used.
   *
   * @throws ToolError VALIDATION_FAILED for invalid input, NOT_CONFIGURED for a task without rules if no provider has
   *   a key, UPSTREAM_ERROR if no attempt returns an answer that matches the schema.
   * @throws ModelError if the provider does not answer.
   */
  async run<Output>(task: Task, input: unknown, context: TaskContext): Promise<TaskResult<Output>> {
    const parsed = task.input.safeParse(input);
    if (!parsed.success)
      throw new ToolError('VALIDATION_FAILED', `${task.key}: ${z.prettifyError(parsed.error)}`);
    const inputText = JSON.stringify(parsed.data);
    const messages: ModelMessage[] = [{ role: 'user', text: inputText }];
    const inputTokens = await countRequestTokens({ ...taskRequest(task), messages });
    const route = this.router.route({
      taskType: task.taskType,
      orgId: context.facts.orgId,
      inputTokens,
      byTask: await this.isByTask(context),
      highestTier: context.highestTier,
      thrifty: await this.isThrifty(context),
    });
    context.onRoute?.(route);
    if (route.provider === 'offline') {
      const output = this.byRules(task, parsed.data) as Output;
      await this.countRules(route, { inputTokens, output }, context);
      return { output, generatedBy: 'rules' };
    }
    const { output, generatedBy } = await this.byModel(task, inputText, route, context);
    return { output: output as Output, generatedBy };
  }

  /** Counts the tokens that a model would have used, so that cost reports can price offline work. */
  private async countRules(
    route: Route,
    { inputTokens, output }: { inputTokens: number; output: unknown },
    { facts, ledger }: TaskContext,
  ): Promise<void> {
    const completionTokens = await countTextTokens(JSON.stringify(output));
    const usage = { promptTokens: inputTokens, cachedTokens: 0, completionTokens };
    await this.calls.countUnpaid(route, usage, facts.orgId, ledger);
  }

  private async isByTask({ byTask, facts }: TaskContext): Promise<boolean | undefined> {
    const { orgId, conversationId } = facts;
    return (
      byTask ??
      (await this.flags?.isOn('model_router', { orgId, ...(conversationId !== null && { conversationId }) }))
    );
  }

  private async isThrifty({ thrifty, facts: { orgId } }: TaskContext): Promise<boolean> {
    if (thrifty !== undefined || this.router.isOffline(orgId)) return thrifty ?? false;
    return (await this.budgets?.isThrifty(orgId)) ?? false;
  }

  private byRules(task: Task, input: unknown): unknown {
    const rules = this.standIn?.rules?.(task.key) ?? task.rules;
    if (!rules) {
      const settings = Object.values(keySettings);
      throw new ToolError('NOT_CONFIGURED', `${task.key} needs a model: set ${settings.join(', ')}.`, {
        missingSettings: settings,
      });
    }
    return task.output.parse(withinLimits(task.output, rules(input)));
  }

  private async byModel(
    task: Task,
    inputText: string,
    route: Route,
    context: TaskContext,
  ): Promise<TaskResult<unknown>> {
    const { onOutcome, ledger, lastKeys, onKeyRotated, missed, onMissed } = context;
    const messages: ModelMessage[] = [{ role: 'user', text: inputText }];
    const ask = async () => {
      const request = {
        ...taskRequest(task),
        messages,
        signal: context.signal,
        facts: context.facts,
        lastKeys,
        onKeyRotated,
      };
      const result = await this.calls.generate(route, request, { onOutcome, ledger });
      report(task, route, result, context);
      return result;
    };
    for (let attempt = 1; ; attempt += 1) {
      const { text, model } = attempt === 1 && missed ? missed : await ask();
      const answer = readAnswer(task, text);
      if (answer.success) return { output: answer.data, generatedBy: model };
      if (attempt === MAX_ATTEMPTS) {
        throw new ToolError('UPSTREAM_ERROR', `The model's answer to ${task.key} does not fit its schema.`);
      }
      if (!missed) await onMissed?.({ text, model });
      messages.push({ role: 'assistant', text, toolCalls: [] });
      messages.push({ role: 'user', text: `That does not fit the schema: ${answer.problem}\nAnswer again.` });
    }
  }
}

/** The part of the model request that depends only on the task. */
function taskRequest(
  task: Task,
): Pick<GenerateRequest, 'system' | 'tools'> & Required<Pick<GenerateRequest, 'responseSchema'>> {
  return {
    system: `${task.instructions}\n\nAnswer with one JSON object that fits the schema, and nothing else.`,
    tools: [],
    responseSchema: {
      name: task.key.replace(/[^a-zA-Z0-9_-]/g, '_'),
      schema: schemaOf(task.output),
    },
  };
}

function report(task: Task, route: Route, answered: AnsweredCall, { onCall }: TaskContext): void {
  const { model, provider, usage, costUsd, thoughts } = answered;
  onCall?.({ task: task.key, route, model, provider, usage, costUsd, thoughts });
}

function readAnswer(
  task: Task,
  text: string,
): { success: true; data: unknown } | { success: false; problem: string } {
  try {
    const parsed = task.output.safeParse(JSON.parse(withoutFence(text)));
    return parsed.success ? parsed : { success: false, problem: z.prettifyError(parsed.error) };
  } catch {
    return { success: false, problem: 'it is not JSON' };
  }
}

/**
 * Removes the code fence that models often put around JSON. Surrounding white space needs no handling: JSON allows
 * it.
 */
function withoutFence(text: string): string {
  const bare = text.trim().replace(/^```(?:json)?/, '');
  return bare.endsWith('```') ? bare.slice(0, -3) : bare;
}

/** Maps the failure of a provider to the error of a tool result. */
export function toolErrorOf(error: ModelError): ToolError {
  switch (error.errorClass) {
    case 'RATE_LIMITED':
      return new ToolError('RATE_LIMITED', error.message);
    case 'TIMEOUT':
      return new ToolError('TIMEOUT', error.message);
    case 'UNAVAILABLE':
    case 'BROKEN_STREAM':
    case 'UNREADABLE':
      return new ToolError('UPSTREAM_UNAVAILABLE', error.message);
    case 'BAD_REQUEST':
    case 'KEY_REJECTED':
    case 'EXCESSIVE':
      return new ToolError('UPSTREAM_REJECTED', error.message);
    case 'BUDGET_EXCEEDED':
      return new ToolError('LIMIT_EXCEEDED', error.message);
    case 'BUDGET_HELD':
      return new ToolError('RATE_LIMITED', error.message);
    case 'NOT_CONFIGURED':
      return new ToolError('NOT_CONFIGURED', error.message);
  }
}

function schemaOf(output: z.ZodType): Record<string, unknown> {
  const known = schemas.get(output) ?? (z.toJSONSchema(output) as Record<string, unknown>);
  schemas.set(output, known);
  return known;
}
