import type { Span } from '@opentelemetry/api';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#config';
import type { CallerKind, ToolResult } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import { ATTRIBUTES, markFailed, recordToolCall, redact, withSpan } from '#telemetry';
import { PLATFORM_PACK, type RegisteredTool, type ToolRegistry } from '../registry.ts';
import type { Scope } from '../scoping.ts';
import type { ChannelRules, ToolContext } from '../tool-context.ts';
import { ToolError } from '../tool.errors.ts';
import { attempt, type Attempted } from './attempts.ts';
import { EffectAlreadyDone, EffectLedger, type EffectKey } from './effect-ledger.repository.ts';
import { prepareArguments } from './prepare-arguments.ts';
import { cutToSize } from './result-size.ts';

/** Arguments and results in an audit row are kept whole up to this size, so that the console can show what was cut. */
const MAX_AUDIT_BYTES = 1024 * 1024;

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

export interface ToolOutcome {
  result: ToolResult;
  /** What a model is shown: the tool's short view where it has one. */
  modelText: string;
  attempts: number;
  durationMs: number;
}

/** Runs in the transaction that writes the audit row, so that whoever asked can record the outcome with it. */
export type RecordOutcome = (tx: OrgTransaction, outcome: ToolOutcome) => Promise<void>;

/** The one way of every tool call: scope, arguments, ledger, attempts, result, audit. */
export class ToolExecutor {
  private readonly ledger: EffectLedger;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.ledger = new EffectLedger(database, clock);
  }

  /**
   * Runs one call. A failure of the tool is a result, not an exception.
   *
   * @throws the reason of `signal` when it aborts, and DatabaseUnavailableError: then the whole turn is tried again.
   */
  execute(invocation: ToolInvocation, caller: ToolCaller, signal: AbortSignal, record?: RecordOutcome): Promise<ToolOutcome> {
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
      await this.database.forOrg(caller.org.id, async (tx) => {
        await this.writeAuditRow(tx, invocation, caller, registered, outcome, attempted.data);
        await record?.(tx, outcome);
      });
      describe(span, outcome, attempted.error);
      recordToolCall({ tool: invocation.tool, outcome: outcome.result.errorClass ?? 'ok', durationMs: outcome.durationMs });
      return outcome;
    });
  }

  private async attempt(
    registered: RegisteredTool | undefined,
    invocation: ToolInvocation,
    caller: ToolCaller,
    signal: AbortSignal,
  ): Promise<Attempted<unknown>> {
    try {
      const usable = this.checkScope(registered, invocation, caller);
      if (invocation.malformed !== undefined) {
        throw new ToolError('VALIDATION_FAILED', `The arguments of ${invocation.tool} are not valid JSON. Send one JSON object.`);
      }
      const { input, dropped } = prepareArguments(usable, invocation.arguments);
      const attempted = await this.runWithLedger(usable, invocation, input, caller, signal);
      return attempted.error ? attempted : { ...attempted, ...withWarnings(attempted.data, dropped) };
    } catch (error) {
      if (error instanceof ToolError) return { attempts: 0, error };
      throw error;
    }
  }

  private checkScope(registered: RegisteredTool | undefined, invocation: ToolInvocation, caller: ToolCaller): RegisteredTool {
    if (!registered) throw new ToolError('NOT_FOUND', `There is no tool named ${invocation.tool}.`);
    if (caller.scope.usable.some((entry) => entry.registered === registered)) return registered;
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
  ): Promise<Attempted<unknown>> {
    const { tool } = registered;
    const effect: EffectKey = {
      orgId: caller.org.id,
      key: invocation.idempotencyKey,
      tool: tool.name,
      turnId: caller.turnId ?? null,
    };
    try {
      if (tool.sideEffect === 'external') await this.beginExternal(registered, effect);
      if (tool.sideEffect === 'write' && invocation.mayHaveRun) await this.returnEarlier(effect);
      return await attempt(tool, caller.channel, signal, (either) =>
        tool.execute(input, this.contextFor(effect, caller, either)),
      );
    } catch (error) {
      if (error instanceof EffectAlreadyDone) return { attempts: 1, data: error.result };
      throw error;
    }
  }

  /** The tool's own checks may fail on what its first run changed, so a replay looks before it runs. */
  private async returnEarlier(effect: EffectKey): Promise<void> {
    const earlier = await this.ledger.find(effect);
    if (earlier?.state === 'done') throw new EffectAlreadyDone(earlier.result);
  }

  /** @throws ToolError when an earlier try may have sent it already and the service cannot tell. */
  private async beginExternal({ tool }: RegisteredTool, effect: EffectKey): Promise<void> {
    const earlier = await this.ledger.begin(effect);
    if (!earlier || earlier.state === 'failed') return;
    if (earlier.state === 'done') throw new EffectAlreadyDone(earlier.result);
    if (tool.takesIdempotencyKey) return;
    await this.database.forOrg(effect.orgId, (tx) => this.ledger.finish(tx, effect, 'unknown_outcome', null));
    throw new ToolError('CONFLICT', `${tool.name} was started before and its outcome is not known. A person has to look; do not repeat it.`, {
      outcome: 'unknown',
    });
  }

  private contextFor(effect: EffectKey, caller: ToolCaller, signal: AbortSignal): ToolContext {
    return {
      ...caller,
      idempotencyKey: effect.key,
      signal,
      read: (work) => this.database.forOrg(effect.orgId, work),
      write: (work) => this.ledger.runOnce(effect, work),
    };
  }

  private async writeAuditRow(
    tx: OrgTransaction,
    invocation: ToolInvocation,
    caller: ToolCaller,
    registered: RegisteredTool | undefined,
    outcome: ToolOutcome,
    whole: unknown,
  ): Promise<void> {
    const result = outcome.result.success ? { ...outcome.result, data: whole } : outcome.result;
    if (registered?.tool.sideEffect === 'external') {
      const effect = { orgId: caller.org.id, key: invocation.idempotencyKey, tool: invocation.tool, turnId: caller.turnId ?? null };
      await this.ledger.finish(tx, effect, outcome.result.success ? 'done' : 'failed', outcome.result.data);
    }
    await tx.execute(
      `INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, step_key, tool, pack, arguments, result, success,
         error_class, attempts, duration_ms, channel, caller_kind, caller_user_id, capability, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [
        caller.org.id,
        uuidv7(),
        caller.turnId ?? null,
        caller.conversationId ?? null,
        invocation.stepKey ?? null,
        invocation.tool,
        registered?.pack ?? PLATFORM_PACK,
        auditJson(invocation.malformed ?? invocation.arguments),
        auditJson(result),
        outcome.result.success,
        outcome.result.errorClass ?? null,
        outcome.attempts,
        outcome.durationMs,
        caller.channelName,
        caller.caller.kind satisfies CallerKind,
        caller.caller.userId ?? null,
        outcome.result.success ? (registered?.tool.capability ?? null) : null,
        this.clock.now(),
      ],
    );
  }
}

function toOutcome(
  registered: RegisteredTool | undefined,
  attempted: Attempted<unknown>,
  durationMs: number,
): ToolOutcome {
  const { attempts, error } = attempted;
  if (error) {
    const result: ToolResult = { success: false, error: error.message, errorClass: error.errorClass, data: error.help };
    return { result, modelText: JSON.stringify(result), attempts, durationMs };
  }
  const { data } = cutToSize(attempted.data);
  const result: ToolResult = { success: true, data };
  const view = registered?.tool.modelView ? registered.tool.modelView(attempted.data) : data;
  return { result, modelText: JSON.stringify({ success: true, data: view }), attempts, durationMs };
}

function withWarnings(data: unknown, dropped: string[]): { data: unknown } {
  if (dropped.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data)) return { data };
  const earlier = 'warnings' in data && Array.isArray(data.warnings) ? (data.warnings as unknown[]) : [];
  return { data: { ...data, warnings: [...earlier, `Unknown arguments were left out: ${dropped.join(', ')}`] } };
}

function auditJson(value: unknown): string {
  const json = JSON.stringify(redact(value)) ?? 'null';
  if (Buffer.byteLength(json) <= MAX_AUDIT_BYTES) return json;
  return JSON.stringify({ cut: true, bytes: Buffer.byteLength(json), start: json.slice(0, MAX_AUDIT_BYTES / 2) });
}

function describe(span: Span, outcome: ToolOutcome, error: ToolError | undefined): void {
  span.setAttributes({ [ATTRIBUTES.output]: outcome.modelText, 'turnpike.tool.attempts': outcome.attempts });
  if (error) {
    markFailed(span, error.cause ?? error);
    span.setAttribute(ATTRIBUTES.errorType, error.errorClass);
  }
}
