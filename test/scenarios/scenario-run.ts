import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { settingView } from '#contracts';
import type { UsedModel } from '#models';
import type { Scenario, ScenarioStep, ScenarioSuite, SeenCall, SeenStep, ServiceUrls } from '#pack-kit';
import { ConsoleClient } from '../../scripts/console/console-client.ts';
import type { TurnSeen } from '../e2e/api.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import type { Backend } from '../harness/installation.ts';
import { expectedFor, judge, judgeState, type Judging } from './judge.ts';
import { callOverMcp } from './mcp-call.ts';
import { ScenarioInstallation } from './scenario-installation.ts';

export interface PlayedStep {
  step: ScenarioStep;
  seen: SeenStep;
  /** The differences from the expectation, in words. */
  problems: string[];
  /** True for each aspect in which the result is as expected. An aspect without expectation is absent. */
  right: Readonly<Partial<Record<ScoredAspect, boolean>>>;
  /** Policies for which the model had to write its reply again. */
  rewrittenFor: string[];
  /** Class of the error of a failed turn. */
  errorClass?: string;
}

/** Aspects in which models are compared; a reply that a policy refused makes a wrong claim. */
export const scoredAspects = ['tools', 'arguments', 'claims'] as const;
export type ScoredAspect = (typeof scoredAspects)[number];

export interface ScenarioRunOptions {
  backend: Backend;
  judging: Judging;
  /** Timeout of a turn; real models are slow. */
  turnTimeoutMs: number;
  /** True if the broker narrows the offered tools; otherwise every tool in scope is offered. */
  broker?: 'enforce';
  env?: Record<string, string>;
  /** Sets up the org through the console before the first scenario. */
  prepare?: (console: ConsoleClient, org: string) => Promise<void>;
}

/**
 * Timeout of row queries and checks: spans and rollups are written a little later. A real model often fails them for good,
 * and its run plays on an idle machine.
 */
const STATE_TIMEOUT_MS = { offline: 60_000, 'real model': 5_000 } satisfies Record<Judging, number>;
const MAX_WAIT_S = 25;
/** The end of a worker's output that an error quotes when a turn does not end. */
const LOG_CHARACTERS = 2_000;
/** Round and index of a call. The calls of one round are concurrent and end in any order. */
const AS_ASKED_FOR = [1, 2]
  .map((part) => `coalesce(substring(split_part(step_key, ':', ${part + 1}) FROM '^[0-9]+$')::int, 0)`)
  .join(', ');
const WHY = 'a scenario plays';
/** Maximum age of settings in every process. */
const SETTINGS_HOLD_AFTER_MS = 3_000;

type Turn = Omit<TurnSeen, 'agent'> & { agent: string | null; error: { class: string } | null };

/** The scenarios of a suite, one after another, in an installation. */
export class ScenarioRun {
  /** Settings of the org, as the previous scenarios have left them. */
  private settings: Record<string, string> = {};
  private console: ConsoleClient | undefined;

  private constructor(
    private readonly suite: ScenarioSuite,
    private readonly options: ScenarioRunOptions,
    private readonly installation: ScenarioInstallation,
    private readonly isShared: boolean,
  ) {}

  /** @param shared an installation for several suites, which are played one after another; it is not stopped at the end */
  static async start(
    suite: ScenarioSuite,
    options: ScenarioRunOptions,
    shared?: ScenarioInstallation,
  ): Promise<ScenarioRun> {
    const { backend, broker, prepare, env } = options;
    const withConsole = Boolean(broker ?? prepare);
    const installation = shared ?? (await ScenarioInstallation.start([suite], { backend, withConsole, env }));
    const run = new ScenarioRun(suite, options, installation, shared !== undefined);
    try {
      if (shared) await shared.turnpike.moveClock(new Date(suite.clockAt));
      if (broker) await run.setBroker(broker);
      if (prepare) {
        await prepare(await run.openConsole(), suite.org);
        await delay(SETTINGS_HOLD_AFTER_MS);
      }
      return run;
    } catch (error) {
      await run.stop();
      throw error;
    }
  }

  /** Token usage of the turns so far and of their outbox tasks, per tier. */
  async used(): Promise<UsedModel[]> {
    return this.rows<UsedModel>(
      `SELECT provider, tier, sum(calls)::float8 AS calls, sum(prompt_tokens)::float8 AS "promptTokens",
              sum(cached_tokens)::float8 AS "cachedTokens", sum(cache_write_tokens)::float8 AS "cacheWriteTokens",
              sum(completion_tokens)::float8 AS "completionTokens", sum(cost_usd)::float8 AS "costUsd"
         FROM (SELECT provider, tier, calls, prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, cost_usd
                 FROM model_usage
               UNION ALL
               SELECT provider, tier, 1, prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, cost_usd
                 FROM model_calls) used
        GROUP BY provider, tier ORDER BY provider, tier`,
    );
  }

  /** Also stops the installation, unless other suites share it. */
  async stop(): Promise<void> {
    await this.console?.close();
    if (!this.isShared) await this.installation.stop();
  }

  /** Runs the steps in order; each step sees the effects of the previous ones. */
  async play(scenario: Scenario): Promise<PlayedStep[]> {
    const played: PlayedStep[] = [];
    let settings: Record<string, string> = {};
    let conversationId: string | undefined;
    for (const step of scenario.steps) {
      settings = { ...settings, ...step.settings?.(this.urls) };
      await this.takeSettings(settings);
      if (step.prepare) await this.prepare(step, conversationId);
      const turn = await this.send(step, step.begins ? undefined : (step.conversation ?? conversationId));
      conversationId = turn.conversationId;
      played.push(await this.look(step, turn));
    }
    return played;
  }

  private async prepare({ prepare }: ScenarioStep, conversationId: string | undefined): Promise<void> {
    if (conversationId === undefined) throw new Error('Only a step behind another has a conversation');
    const request = (route: string, init?: RequestInit) => this.request(route, init);
    await prepare?.({ conversationId, request, rows: this.rows });
  }

  rows = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await this.installation.client.query(sql, values)).rows as Row[];

  /** Applies exactly the settings that a scenario names; resolves when they hold in every process. */
  private async takeSettings(wanted: Record<string, string>): Promise<void> {
    const names = [...new Set([...Object.keys(this.settings), ...Object.keys(wanted)])];
    const changed = names.filter((name) => this.settings[name] !== wanted[name]);
    for (const name of changed) await this.setSetting(name, wanted[name]);
    this.settings = wanted;
    if (changed.length > 0) await delay(SETTINGS_HOLD_AFTER_MS);
  }

  private async look(step: ScenarioStep, turn: Turn): Promise<PlayedStep> {
    const calls = await this.rows<SeenCall>(
      `SELECT tool, arguments, result FROM tool_calls WHERE turn_id = $1 ORDER BY ${AS_ASKED_FOR}, created_at`,
      [turn.id],
    );
    const seen: SeenStep = {
      turnId: turn.id,
      conversationId: turn.conversationId,
      traceId: turn.traceId,
      state: turn.state,
      agent: turn.agent ?? '',
      reply: turn.reply?.text ?? '',
      calls,
      services: this.urls,
      callTool: (tool, input) =>
        callOverMcp(
          this.installation.turnpike.url(),
          this.installation.turnpike.apiKeys[this.suite.org] ?? '',
          turn.conversationId,
          {
            tool,
            arguments: input,
          },
        ),
      asAdmin: async (path) => (await this.openConsole()).get(path, z.unknown()),
      rows: this.rows,
    };
    const judged = judge(expectedFor(this.textOf(step), step.expect), seen, this.options.judging);
    const rewrittenFor = this.options.judging === 'offline' ? [] : await this.rewrittenFor(turn);
    const right = Object.fromEntries(
      scoredAspects.flatMap((aspect) => (judged[aspect] ? [[aspect, judged[aspect].length === 0]] : [])),
    );
    return {
      step,
      seen,
      problems: [...Object.values<string[]>({ ...judged }).flat(), ...(await this.stateProblems(step, seen))],
      right: { ...right, claims: judged.claims.length === 0 && rewrittenFor.length === 0 },
      rewrittenFor,
      ...(turn.error && { errorClass: turn.error.class }),
    };
  }

  /** The policies that refused a draft of the reply, from the trace, which is written soon after the end of the turn. */
  private async rewrittenFor({ state, traceId }: Turn): Promise<string[]> {
    if (state !== 'completed') return [];
    const span = (kind: string) =>
      this.rows<{ attributes: Record<string, unknown> }>(
        'SELECT attributes FROM spans WHERE trace_id = $1 AND kind = $2',
        [traceId, kind],
      );
    await eventually(async () => {
      if ((await span('settle')).length === 0)
        throw new Error(`The trace of the turn is missing: ${traceId}`);
    }, STATE_TIMEOUT_MS.offline);
    const outcomes = (await span('policy')).flatMap(({ attributes }) => Object.entries(attributes));
    return outcomes.flatMap(([name, outcome]) => {
      const [, policy] = /^policy\.(\w+)\.outcome$/.exec(name) ?? [];
      return policy !== undefined && outcome !== 'passed' ? [policy] : [];
    });
  }

  private async stateProblems(step: ScenarioStep, seen: SeenStep): Promise<string[]> {
    if (seen.state !== (step.expect.state ?? 'completed')) return judgeState(step.expect, seen);
    let problems: string[] = [];
    try {
      await eventually(async () => {
        problems = await judgeState(step.expect, seen);
        if (problems.length > 0) throw new Error(problems.join('\n'));
      }, STATE_TIMEOUT_MS[this.options.judging]);
    } catch (error) {
      return problems.length > 0 ? problems : [(error as Error).message];
    }
    return problems;
  }

  private textOf({ say }: ScenarioStep): string {
    return typeof say === 'string' ? say : say(this.urls);
  }

  private async send(step: ScenarioStep, conversationId: string | undefined): Promise<Turn> {
    const { contact, staff, agent, channel = 'chat' } = step;
    const response = await this.request(`/v1/messages?wait=${MAX_WAIT_S}`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        text: this.textOf(step),
        ...(conversationId === undefined ? { contact, channel, newConversation: true } : { conversationId }),
        ...(agent !== undefined && { agent }),
        ...(staff !== undefined && { author: { kind: 'staff', user: staff } }),
      }),
    });
    if (response.status === 200) return (await response.json()) as Turn;
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    const { turnId } = (await response.json()) as { turnId: string };
    return eventually(async () => {
      const turn = (await (await this.request(`/v1/turns/${turnId}`)).json()) as Turn;
      if (turn.state === 'queued' || turn.state === 'running')
        throw new Error(`The turn is ${turn.state}; the worker has written:\n${this.workerLog}`);
      return turn;
    }, this.options.turnTimeoutMs);
  }

  private get urls(): ServiceUrls {
    return this.installation.standIns.get(this.suite)?.urls ?? {};
  }

  private get workerLog(): string {
    return this.installation.turnpike.workers.map(({ log }) => log.slice(-LOG_CHARACTERS)).join('\n');
  }

  private request(route: string, init: RequestInit = {}): Promise<Response> {
    return this.installation.turnpike.request(route, { ...init, org: this.suite.org });
  }

  /** Sets a flag through the console, as an admin does. */
  private async setSetting(name: string, value: string | undefined): Promise<void> {
    const path = `settings/${name}?org=${encodeURIComponent(this.suite.org)}`;
    const console = await this.openConsole();
    await (value === undefined
      ? console.delete(path, { why: WHY }, settingView)
      : console.put(path, { value, why: WHY }, settingView));
  }

  private async setBroker(value: 'enforce'): Promise<void> {
    const console = await this.openConsole();
    const at = { place: 'org', org: this.suite.org };
    // The gate requires a record of many turns, which a fresh installation does not have.
    await console.post('flags/tool_broker/set', { at, value, why: WHY, overrideGate: true }, z.unknown());
    await delay(SETTINGS_HOLD_AFTER_MS);
  }

  private async openConsole(): Promise<ConsoleClient> {
    return (this.console ??= await ConsoleClient.open(
      this.installation.turnpike.url('admin'),
      this.installation.turnpike.admin,
    ));
  }
}
