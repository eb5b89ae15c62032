import { wholeNumberSetting } from '#identity';
import type { Database } from '#database';
import { untilAborted } from '#outbound';
import type { CachedCalls } from '../cache/cached-calls.ts';
import { hashOf } from '../cache/canonical-json.ts';
import type { RegisteredTool } from '../registered-tool.ts';
import { type ToolContext, ToolError } from '#pack-kit';
import { attempt, type Attempted } from './attempts.ts';
import type { CallTime } from './call-time.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import {
  EffectAlreadyDone,
  type Effect,
  type EffectLedger,
  type EffectRow,
  type Hold,
} from './effect-ledger.repository.ts';
import { UNKNOWN_OUTCOME } from './effect-outcome.ts';
import type { ToolCaller, ToolInvocation } from './tool-invocation.ts';
import type { Effected } from './tool-outcome.ts';

const CANCELLED = 'The call was cancelled by the caller.';

/** A call with validated arguments. */
export interface PreparedCall {
  registered: RegisteredTool;
  invocation: ToolInvocation;
  input: Record<string, unknown>;
  caller: ToolCaller;
  time: CallTime;
  hold: Hold;
  soFar: SoFar;
}

/** Progress of a call, which is evaluated if its caller disconnects. */
export interface SoFar {
  /** Number of runs of the tool that have started. */
  attempts: number;
  /** The ledger row that an external call has opened. */
  begun?: Effect;
  /** True if an earlier run with the same key may have had the effect. */
  mayHaveHappened?: boolean;
  /** Writes that have passed their last check of the time limit. */
  commits: Promise<unknown>[];
}

/** Runs prepared calls by the tool's side effect: none, writes to our tables, or external. */
export class ToolRuns {
  constructor(
    private readonly database: Database,
    private readonly ledger: EffectLedger,
    private readonly breakers: CircuitBreakers,
    private readonly cachedCalls: CachedCalls | undefined,
  ) {}

  /** Runs the call. @throws ToolError if it may not be made; see {@link attempt} for further errors. */
  async run(call: PreparedCall): Promise<Effected> {
    switch (call.registered.tool.sideEffect) {
      case 'none':
        return this.read(call);
      case 'write':
        return this.write(call);
      case 'external':
        return this.send(call);
    }
  }

  private read(call: PreparedCall): Promise<Effected> {
    const { registered, caller, input, time } = call;
    const { tool } = registered;
    const run = () => this.tryUntilDone(call);
    const ttlS = wholeNumberSetting(caller.settings, 'TOOL_CACHE_TTL_S');
    if (!this.cachedCalls || !tool.cacheable || ttlS === 0 || caller.channel === 'voice') return run();
    // The definition is part of the key, so that a changed tool does not return results of its old definition.
    const hash = hashOf([registered.definitionHash, input]);
    return this.cachedCalls.run({
      tool: tool.name,
      key: { orgId: caller.org.id, key: `${tool.name}:${hash}` },
      ttlMs: (tool.cacheable.ttlSeconds ?? ttlS) * 1_000,
      time,
      run,
    });
  }

  private async write(call: PreparedCall): Promise<Effected> {
    const earlier = call.invocation.mayHaveRun ? await this.earlierResult(call) : undefined;
    if (earlier) return this.resumeAfterWrite(call, earlier);
    const attempted = await this.tryUntilDone(call);
    if (attempted.error?.errorClass !== 'TIMEOUT') return attempted;
    // A commit under way at the time limit cannot be cancelled, so its outcome is awaited.
    await Promise.allSettled(call.soFar.commits);
    return (await this.earlierResult(call)) ?? attempted;
  }

  /** A replay looks up the earlier result first, because the tool's own checks may fail on what its first run changed. */
  private async earlierResult(call: PreparedCall): Promise<Effected | undefined> {
    const earlier = await this.ledger.find(effectOf(call));
    return earlier?.state === 'done' ? resultOf(earlier) : undefined;
  }

  /** Runs `afterwards` for a replay whose write is committed. The idempotency key prevents a second side effect. */
  private async resumeAfterWrite(call: PreparedCall, earlier: Effected): Promise<Effected> {
    if (!call.registered.tool.afterwards) return earlier;
    const followed = await this.tryUntilDone(call, () => Promise.resolve(earlier.data));
    return followed.error ? earlier : followed;
  }

  private async send(call: PreparedCall): Promise<Effected> {
    const effect = effectOf(call);
    const earlier = await this.ledger.begin(effect, call.hold);
    if (earlier?.state === 'done') return resultOf(earlier);
    const { tool } = call.registered;
    if (earlier && !tool.takesIdempotencyKey) {
      if (earlier.state === 'unknown_outcome' || call.invocation.mayHaveRun)
        return this.leaveToPerson(effect, call.hold);
      const help = { outcome: 'running' };
      throw new ToolError('CONFLICT', `${tool.name} runs already with the same idempotency key.`, help);
    }
    Object.assign(call.soFar, { begun: effect, mayHaveHappened: earlier !== undefined });
    const attempted = await this.tryUntilDone(call);
    const mayHaveHappened = earlier !== undefined || attempted.mayHaveHappened;
    return { ...attempted, begun: effect, mayHaveHappened };
  }

  /**
   * The outcome of a call whose caller disconnected while it ran. Committed writes stay done; an external call that was
   * sent before has an unknown outcome.
   */
  async withoutCaller(call: PreparedCall): Promise<Effected> {
    const { registered, soFar } = call;
    const { attempts, begun, mayHaveHappened, commits } = soFar;
    // A commit under way cannot be cancelled, so its outcome is awaited.
    await Promise.allSettled(commits);
    const done = commits.length > 0 ? await this.earlierResult(call) : undefined;
    if (done) return { ...done, attempts };
    const error = new ToolError('TIMEOUT', CANCELLED);
    return registered.tool.sideEffect === 'external'
      ? { attempts, error, begun, mayHaveHappened }
      : { attempts, error };
  }

  /**
   * The outcome of the earlier run of a call that is no longer permitted; undefined if it had no effect.
   *
   * @throws ToolError if the outcome is unknown.
   */
  async earlierEnd(effect: Effect, hold: Hold): Promise<Effected | undefined> {
    const earlier = await this.ledger.find(effect);
    if (!earlier || earlier.state === 'failed') return undefined;
    return earlier.state === 'done' ? resultOf(earlier) : this.leaveToPerson(effect, hold);
  }

  private async leaveToPerson(effect: Effect, hold: Hold): Promise<never> {
    await this.ledger.markUnknown(effect, hold);
    throw new ToolError('CONFLICT', `${effect.tool} was started before. ${UNKNOWN_OUTCOME}`, {
      outcome: 'unknown',
    });
  }

  private tryUntilDone(
    call: PreparedCall,
    work: (context: ToolContext) => Promise<unknown> = (context) => executed(call, context),
  ): Promise<Attempted<unknown>> {
    const { registered, caller, input, time } = call;
    const { tool } = registered;
    return attempt({
      tool,
      channel: caller.channel,
      time,
      breaker: this.breakers.of(caller.org.id, registered),
      run: async (signal) => {
        call.soFar.attempts += 1;
        const context = this.contextFor(call, signal);
        const data = await work(context);
        return tool.afterwards ? tool.afterwards(data, input, context) : data;
      },
    });
  }

  private contextFor(call: PreparedCall, signal: AbortSignal): ToolContext {
    const effect = effectOf(call);
    const { commits } = call.soFar;
    return {
      ...call.caller,
      said: saidIn(call),
      idempotencyKey: effect.key,
      signal,
      http: untilAborted(call.caller.http, signal),
      tasks: { run: (key, input) => call.caller.tasks.run(key, input, signal) },
      read: (work, limitMs) => this.database.readForOrg(effect.orgId, work, limitMs),
      write: (work) => {
        // The effect has already happened, so it is recorded even after the time limit.
        if (call.registered.tool.sideEffect === 'external') {
          const completed = this.ledger.completeOnce(effect, work);
          commits.push(completed);
          return completed;
        }
        const written = this.ledger.runOnce(effect, async (tx) => {
          const result = await work(tx);
          // After the time limit, the caller has already received a failure, so the write must not commit.
          signal.throwIfAborted();
          commits.push(written);
          await call.hold(tx);
          return result;
        });
        return written;
      },
    };
  }
}

/** Runs the tool. If an earlier call with the same key is done, returns its result. */
async function executed({ registered, input }: PreparedCall, context: ToolContext): Promise<unknown> {
  try {
    return await registered.tool.execute(input, context);
  } catch (error) {
    if (error instanceof EffectAlreadyDone) return error.result;
    throw error;
  }
}

/** The utterance that the turn answers, with the place of the call, which orders facts from parallel calls. */
function saidIn({ caller: { said }, invocation: { place } }: PreparedCall): ToolContext['said'] {
  return said && place !== undefined ? { ...said, place } : said;
}

function resultOf({ result }: EffectRow): Effected {
  return { attempts: 1, data: result };
}

/** The effect of a call, as the ledger identifies it. */
export function effectOf({ invocation, caller }: Pick<PreparedCall, 'invocation' | 'caller'>): Effect {
  return {
    orgId: caller.org.id,
    key: invocation.idempotencyKey,
    tool: invocation.tool,
    turnId: caller.turnId ?? null,
    conversationId: caller.conversationId ?? null,
    arguments: invocation.arguments,
  };
}
