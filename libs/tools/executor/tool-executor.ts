import type { Span } from '@opentelemetry/api';
import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { ATTRIBUTES, redact, withSpan } from '#telemetry';
import { CachedCalls } from '../cache/cached-calls.ts';
import type { ToolCache } from '../cache/tool-cache.ts';
import type { RegisteredTool } from '../registered-tool.ts';
import type { ToolRegistry } from '../registry.ts';
import { ToolError } from '#pack-kit';
import { ApprovalNeededError } from './approval.ts';
import { CallTime, timeLimitMs } from './call-time.ts';
import { checkCall, type CheckedCall } from './check-call.ts';
import { CircuitBreakers } from './circuit-breakers.ts';
import { EffectLedger, type Hold } from './effect-ledger.repository.ts';
import { effectStateAfter } from './effect-outcome.ts';
import { observeCall } from './observe-call.ts';
import { insertToolCalls, toolCallRow, type ToolCallRow } from './tool-call.repository.ts';
import type { ToolCaller, ToolInvocation } from './tool-invocation.ts';
import { endOf, toOutcome, type Effected, type ToolOutcome } from './tool-outcome.ts';
import { effectOf, ToolRuns, type PreparedCall } from './tool-runs.ts';
import { waitForStart } from './wait-for-start.ts';
import { withUnknownArguments, withWarnings } from './unknown-arguments.ts';

/** Lets the caller of the executor record the outcome of a call together with its audit row. */
export interface OutcomeRecorder {
  /**
   * Ensures until the end of `tx` that the caller still owns the call. The executor calls it before a side effect.
   *
   * @throws CallTakenOverError if another worker owns the call; `tx` must then be rolled back.
   */
  holdIn?(tx: OrgTransaction): Promise<void>;
  /** Runs `store`, the transaction that calls {@link recordIn}. */
  around?(store: () => Promise<unknown>): Promise<unknown>;
  /** Runs in the transaction that writes the audit row. It sends its statements before it first waits. */
  recordIn(tx: OrgTransaction, outcome: ToolOutcome): Promise<void>;
  /**
   * Replaces {@link recordIn} for a call that has nothing else to store: takes over the audit row, stores it with
   * {@link insertToolCalls} in the transaction that records the outcome, and resolves after the commit. It resolves at
   * once for a read, which is stored soon: if the worker dies before that, the next run repeats the read.
   */
  recordWith?(row: ToolCallRow, outcome: ToolOutcome, isRead: boolean): Promise<void>;
}

/** Dependencies of the executor other than the database. */
export interface ExecutorPorts {
  /** Result cache, shared by all workers; without it every call runs. */
  cache?: ToolCache;
  breakers?: CircuitBreakers;
  logger: Pick<PinoLogger, 'warn' | 'info'>;
}

/** Executes every tool call: scope, arguments, cache, ledger, attempts, result, audit. */
export class ToolExecutor {
  private readonly ledger: EffectLedger;
  private readonly runs: ToolRuns;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    clock: Clock,
    { cache, logger, breakers = new CircuitBreakers(logger) }: ExecutorPorts,
  ) {
    this.ledger = new EffectLedger(database, clock);
    this.runs = new ToolRuns(database, this.ledger, breakers, cache && new CachedCalls(cache, logger));
  }

  /**
   * Runs one call of a turn, or from outside a turn (then `caller` has no `turnId`). A failure of the tool is a result,
   * not an exception.
   *
   * @throws ApprovalNeededError if the call needs an approval, before anything runs; the reason of `signal` when it
   * aborts, for a call that is not retried after its audit row is written; CallTakenOverError of `recorder`;
   * DatabaseUnavailableError, after which the whole turn is retried.
   */
  async execute(
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
    recorder?: OutcomeRecorder,
  ): Promise<ToolOutcome> {
    const attributes = {
      [ATTRIBUTES.operation]: 'execute_tool',
      [ATTRIBUTES.tool]: invocation.tool,
      [ATTRIBUTES.input]: JSON.stringify(redact(invocation.arguments)),
    };
    const outcome = await withSpan(
      `execute_tool ${invocation.tool}`,
      { kind: 'tool', attributes },
      async (span) => {
        try {
          return await this.executeWithin(span, invocation, caller, signal, recorder);
        } catch (error) {
          // A waiting call is not a failed span.
          if (!(error instanceof ApprovalNeededError)) throw error;
          span.setAttribute(ATTRIBUTES.approval, 'pending');
          return error;
        }
      },
    );
    if (outcome instanceof ApprovalNeededError) throw outcome;
    return outcome;
  }

  private async executeWithin(
    span: Span,
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
    recorder: OutcomeRecorder | undefined,
  ): Promise<ToolOutcome> {
    const startedAt = performance.now();
    const registered = this.registry.toolOf(caller.org.id, invocation.tool);
    const attempted = await this.attempt(registered, invocation, caller, signal, recorder);
    const outcome = toOutcome(registered, attempted, {
      durationMs: performance.now() - startedAt,
      callerKind: caller.caller.kind,
      timezone: caller.timezone,
    });
    const row = toolCallRow({ invocation, caller, registered, outcome });
    if (recorder?.recordWith && !attempted.begun && !this.packHasSuccessHook(registered))
      await recorder.recordWith(row, outcome, (registered?.tool.sideEffect ?? 'none') === 'none');
    else {
      const store = () =>
        this.database.forOrgAtOnce(caller.org.id, (tx) =>
          Promise.all([
            this.finishEffect(tx, attempted, outcome),
            insertToolCalls(tx, [row]),
            this.notifyPack(tx, registered, caller, attempted, outcome),
            recorder?.recordIn(tx, outcome),
          ]),
        );
      await (recorder?.around ? recorder.around(store) : store());
    }
    observeCall(span, registered, outcome, attempted.error);
    if (attempted.gone) throw attempted.gone.reason;
    return outcome;
  }

  private packHasSuccessHook(registered: RegisteredTool | undefined): boolean {
    return registered !== undefined && this.registry.pack(registered.pack)?.onToolSuccess !== undefined;
  }

  /** Runs in the transaction of the audit row, so that the pack's writes about a call commit exactly if the call does. */
  private async notifyPack(
    tx: OrgTransaction,
    registered: RegisteredTool | undefined,
    { conversationId, contactId, clock }: ToolCaller,
    { data }: Effected,
    { result }: ToolOutcome,
  ): Promise<void> {
    if (!registered || !result.success) return;
    const { name: tool, capability } = registered.tool;
    const call = { tool, capability, conversationId, contactId, data, now: clock.now() };
    await this.registry.pack(registered.pack)?.onToolSuccess?.(tx, call);
  }

  private async finishEffect(tx: OrgTransaction, attempted: Effected, outcome: ToolOutcome): Promise<void> {
    const ended = endOf(attempted, outcome.result);
    if (!ended || !attempted.begun) return;
    await this.ledger.finish(tx, attempted.begun, effectStateAfter(ended), outcome.result.data);
  }

  private async attempt(
    registered: RegisteredTool | undefined,
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
    recorder: OutcomeRecorder | undefined,
  ): Promise<Effected> {
    let running: PreparedCall | undefined;
    try {
      const hold = (tx: OrgTransaction) => recorder?.holdIn?.(tx);
      const call = await this.prepare(registered, invocation, caller, hold);
      if ('ended' in call) return call.ended;
      const { usable, input, dropped } = call;
      const limitMs = timeLimitMs(usable.tool, caller);
      const time = new CallTime(
        usable.tool.name,
        Math.min(limitMs, invocation.timeLimitMs ?? limitMs),
        signal,
      );
      running = {
        registered: usable,
        invocation,
        input,
        caller,
        time,
        hold,
        soFar: { attempts: 0, commits: [] },
      };
      try {
        const isProgram = invocation.timeLimitMs !== undefined;
        await waitForStart(usable.tool, { channel: caller.channel, isProgram }, time);
        const ran = await this.runs.run(running);
        if (ran.error) return { ...ran, error: withUnknownArguments(ran.error, dropped) };
        return { ...ran, ...withWarnings(ran.data, dropped) };
      } finally {
        time.end();
      }
    } catch (error) {
      if (error instanceof ToolError) return { attempts: 0, error };
      // Turns, and callers with a recorder, retry the same call.
      const isRetried = caller.turnId !== undefined || recorder !== undefined;
      if (!running || isRetried || !signal.aborted || error !== signal.reason) throw error;
      return { ...(await this.runs.withoutCaller(running)), gone: { reason: error } };
    }
  }

  /**
   * Checks the call. A replay that is no longer permitted, for example because its tool was switched off, still returns
   * the outcome of the first run.
   */
  private async prepare(
    registered: RegisteredTool | undefined,
    invocation: ToolInvocation,
    caller: ToolCaller,
    hold: Hold,
  ): Promise<CheckedCall | { ended: Effected }> {
    try {
      return checkCall(this.registry, registered, invocation, caller);
    } catch (error) {
      const known = error instanceof ToolError && invocation.mayHaveRun;
      const ended = known ? await this.runs.earlierEnd(effectOf({ invocation, caller }), hold) : undefined;
      if (!ended) throw error;
      return { ended };
    }
  }
}
