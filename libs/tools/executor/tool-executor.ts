import type { Span } from '@opentelemetry/api';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { ATTRIBUTES, markFailed, recordToolCall, redact, withSpan } from '#telemetry';
import type { RegisteredTool, ToolRegistry } from '../registry.ts';
import { switchedOff, type Scope } from '../scoping.ts';
import type { ToolContext } from '../tool-context.ts';
import { ToolError } from '../tool.errors.ts';
import { attempt } from './attempts.ts';
import { EffectAlreadyDone, EffectLedger, type EffectKey } from './effect-ledger.repository.ts';
import { effectStateAfter, UNKNOWN_OUTCOME } from './effect-outcome.ts';
import { prepareArguments } from './prepare-arguments.ts';
import { insertToolCall } from './tool-call.repository.ts';
import { toOutcome, withWarnings, type Effected, type ToolOutcome } from './tool-outcome.ts';

/** One wish to have a tool run. */
export interface ToolInvocation {
  tool: string;
  arguments: Record<string, unknown>;
  /** What the model wrote where its arguments were no JSON. */
  malformed?: string;
  /** Place in the turn, such as `tool:1:0`. */
  stepKey?: string;
  /** The same key never has a side effect twice. */
  idempotencyKey: string;
  /** An earlier try may have got as far as the side effect. */
  mayHaveRun: boolean;
}

/** On whose behalf it runs. The ports are those of {@link ToolContext}. */
export interface ToolCaller extends Omit<ToolContext, 'idempotencyKey' | 'signal' | 'read' | 'write'> {
  scope: Scope;
  /** Name of the channel; `channel` is the rules that it follows. */
  channelName: string;
}

/**
 * Runs in the transaction that writes the audit row, so that whoever asked can record the outcome with it. It sends its
 * statements before it first waits.
 */
export type RecordOutcome = (tx: OrgTransaction, outcome: ToolOutcome) => Promise<void>;

/** The one way of every tool call: scope, arguments, ledger, attempts, result, audit. */
export class ToolExecutor {
  private readonly ledger: EffectLedger;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    clock: Clock,
  ) {
    this.ledger = new EffectLedger(database, clock);
  }

  /**
   * Runs one call. A failure of the tool is a result, not an exception.
   *
   * @throws the reason of `signal` when it aborts, and DatabaseUnavailableError: then the whole turn is tried again.
   */
  execute(
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
    record?: RecordOutcome,
  ): Promise<ToolOutcome> {
    const attributes = {
      [ATTRIBUTES.operation]: 'execute_tool',
      [ATTRIBUTES.tool]: invocation.tool,
      [ATTRIBUTES.input]: JSON.stringify(redact(invocation.arguments)),
    };
    return withSpan(`execute_tool ${invocation.tool}`, { kind: 'tool', attributes }, async (span) => {
      const startedAt = performance.now();
      const registered = this.registry.tool(invocation.tool);
      const attempted = await this.attempt(registered, invocation, caller, signal);
      const outcome = toOutcome(registered, attempted, performance.now() - startedAt);
      await this.database.forOrgAtOnce(caller.org.id, (tx) =>
        Promise.all([
          this.finishEffect(tx, attempted, outcome),
          insertToolCall(tx, { invocation, caller, registered, outcome, whole: attempted.data }),
          record?.(tx, outcome),
        ]),
      );
      describe(span, outcome, attempted.error);
      recordToolCall({
        tool: invocation.tool,
        outcome: outcome.result.errorClass ?? 'ok',
        durationMs: outcome.durationMs,
      });
      return outcome;
    });
  }

  private async finishEffect(
    tx: OrgTransaction,
    { begun }: Effected,
    { result }: ToolOutcome,
  ): Promise<void> {
    if (!begun) return;
    const state = effectStateAfter(begun.takesIdempotencyKey, result);
    await this.ledger.finish(tx, begun.effect, state, result.data);
  }

  private async attempt(
    registered: RegisteredTool | undefined,
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
  ): Promise<Effected> {
    try {
      const usable = this.checkScope(registered, invocation, caller);
      if (invocation.malformed !== undefined) {
        throw new ToolError(
          'VALIDATION_FAILED',
          `The arguments of ${invocation.tool} are not valid JSON. Send one JSON object.`,
        );
      }
      const { input, dropped } = prepareArguments(usable, invocation.arguments);
      const attempted = await this.runWithLedger(usable, invocation, input, caller, signal);
      return attempted.error ? attempted : { ...attempted, ...withWarnings(attempted.data, dropped) };
    } catch (error) {
      if (error instanceof ToolError) return { attempts: 0, error };
      throw error;
    }
  }

  private checkScope(
    registered: RegisteredTool | undefined,
    invocation: ToolInvocation,
    caller: ToolCaller,
  ): RegisteredTool {
    if (!registered) throw new ToolError('NOT_FOUND', `There is no tool named ${invocation.tool}.`);
    // What has been switched off since the turn began is not run either.
    const now = this.registry.effective(caller.org.id).tool(invocation.tool);
    const off = now && switchedOff(now);
    if (off) throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${off}.`);
    if (caller.scope.usable.some((entry) => entry.registered.tool.name === invocation.tool))
      return registered;
    const excluded = caller.scope.excluded.find((entry) => entry.tool === invocation.tool);
    const reason = excluded?.reason ?? 'the agent does not have it';
    throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${reason}.`);
  }

  private async runWithLedger(
    registered: RegisteredTool,
    invocation: ToolInvocation,
    input: Record<string, unknown>,
    caller: ToolCaller,
    signal: AbortSignal,
  ): Promise<Effected> {
    const { tool } = registered;
    const effect: EffectKey = {
      orgId: caller.org.id,
      key: invocation.idempotencyKey,
      tool: tool.name,
      turnId: caller.turnId ?? null,
    };
    const run = async (either: AbortSignal) => {
      try {
        return await tool.execute(input, this.contextFor(effect, caller, either));
      } catch (error) {
        if (error instanceof EffectAlreadyDone) return error.result;
        throw error;
      }
    };
    if (tool.sideEffect === 'none') return attempt(tool, caller.channel, signal, run);
    if (tool.sideEffect === 'external') {
      const earlier = await this.beginExternal(registered, effect);
      if (earlier) return earlier;
      const attempted = await attempt(tool, caller.channel, signal, run);
      return { ...attempted, begun: { effect, takesIdempotencyKey: tool.takesIdempotencyKey === true } };
    }
    const earlier = invocation.mayHaveRun ? await this.returnEarlier(effect) : undefined;
    if (earlier) return earlier;
    const attempted = await attempt(tool, caller.channel, signal, run);
    // At the limit its transaction may have been on its way already.
    return attempted.error?.errorClass === 'TIMEOUT'
      ? ((await this.returnEarlier(effect)) ?? attempted)
      : attempted;
  }

  /** The tool's own checks may fail on what its first run changed, so a replay looks before it runs. */
  private async returnEarlier(effect: EffectKey): Promise<Effected | undefined> {
    const earlier = await this.ledger.find(effect);
    return earlier?.state === 'done' ? { attempts: 1, data: earlier.result } : undefined;
  }

  /**
   * @returns what an earlier try came to, if there was one that settles it.
   * @throws ToolError when an earlier try may have sent it already and the service cannot tell.
   */
  private async beginExternal({ tool }: RegisteredTool, effect: EffectKey): Promise<Effected | undefined> {
    const earlier = await this.ledger.begin(effect);
    if (!earlier) return undefined;
    if (earlier.state === 'done') return { attempts: 1, data: earlier.result };
    if (tool.takesIdempotencyKey) return undefined;
    await this.database.forOrg(effect.orgId, (tx) => this.ledger.finish(tx, effect, 'unknown_outcome', null));
    throw new ToolError('CONFLICT', `${tool.name} was started before. ${UNKNOWN_OUTCOME}`, {
      outcome: 'unknown',
    });
  }

  private contextFor(effect: EffectKey, caller: ToolCaller, signal: AbortSignal): ToolContext {
    return {
      ...caller,
      idempotencyKey: effect.key,
      signal,
      read: (work) => this.database.forOrg(effect.orgId, work),
      write: (work) =>
        this.ledger.runOnce(effect, async (tx) => {
          const result = await work(tx);
          // Whoever asked has been told that it did not happen.
          signal.throwIfAborted();
          return result;
        }),
    };
  }
}

function describe(span: Span, outcome: ToolOutcome, error: ToolError | undefined): void {
  span.setAttributes({ [ATTRIBUTES.output]: outcome.modelText, 'turnpike.tool.attempts': outcome.attempts });
  if (error) {
    markFailed(span, error.cause ?? error);
    span.setAttribute(ATTRIBUTES.errorType, error.errorClass);
  }
}
