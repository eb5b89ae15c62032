import { wholeNumber } from '#identity';
import type { Database } from '#database';
import { untilAborted } from '#outbound';
import type { CachedCalls } from '../cache/cached-calls.ts';
import { hashOf } from '../cache/canonical-json.ts';
import type { RegisteredTool } from '../registry.ts';
import type { ToolContext } from '../tool-context.ts';
import { ToolError } from '../tool.errors.ts';
import { attempt, type Attempted } from './attempts.ts';
import type { CallTime } from './call-time.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import { EffectAlreadyDone, type Effect, type EffectLedger } from './effect-ledger.repository.ts';
import { UNKNOWN_OUTCOME } from './effect-outcome.ts';
import type { ToolCaller, ToolInvocation } from './tool-executor.ts';
import type { Effected } from './tool-outcome.ts';

/** A call whose arguments fit the tool's schema. */
export interface PreparedCall {
  registered: RegisteredTool;
  invocation: ToolInvocation;
  input: Record<string, unknown>;
  caller: ToolCaller;
  time: CallTime;
}

/** The ways in which a prepared call is run, by what the tool does: read, write our tables, or send something out. */
export class ToolRuns {
  constructor(
    private readonly database: Database,
    private readonly ledger: EffectLedger,
    private readonly breakers: CircuitBreakers,
    private readonly cachedCalls: CachedCalls | undefined,
  ) {}

  /** @throws ToolError where the call may not be made; see {@link attempt} for the rest. */
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
    const ttlS = wholeNumber(caller.settings, 'TOOL_CACHE_TTL_S');
    if (!this.cachedCalls || !tool.cacheable || ttlS === 0 || caller.channel === 'voice') return run();
    // A tool that is defined anew does not answer with results of its old definition.
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
    if (earlier) return this.followUp(call, earlier);
    const attempted = await this.tryUntilDone(call);
    // At the limit its transaction may have been on its way already.
    return attempted.error?.errorClass === 'TIMEOUT'
      ? ((await this.earlierResult(call)) ?? attempted)
      : attempted;
  }

  /** The tool's own checks may fail on what its first run changed, so a replay looks before it runs. */
  private async earlierResult(call: PreparedCall): Promise<Effected | undefined> {
    const earlier = await this.ledger.find(effectOf(call));
    return earlier?.state === 'done' ? { attempts: 1, data: earlier.result } : undefined;
  }

  /** A replay takes up what was to follow the write; what had followed by then is not done again. */
  private async followUp(call: PreparedCall, earlier: Effected): Promise<Effected> {
    if (!call.registered.tool.afterwards) return earlier;
    const followed = await this.tryUntilDone(call, () => Promise.resolve(earlier.data));
    return followed.error ? earlier : followed;
  }

  private async send(call: PreparedCall): Promise<Effected> {
    const earlier = await this.begin(call);
    if (earlier) return earlier;
    const attempted = await this.tryUntilDone(call);
    return { ...attempted, begun: effectOf(call) };
  }

  /**
   * @returns what an earlier try came to, if there was one that settles it.
   * @throws ToolError when an earlier try may have sent it already and the service cannot tell.
   */
  private async begin(call: PreparedCall): Promise<Effected | undefined> {
    const { tool } = call.registered;
    const effect = effectOf(call);
    const earlier = await this.ledger.begin(effect);
    if (!earlier) return undefined;
    if (earlier.state === 'done') return { attempts: 1, data: earlier.result };
    if (tool.takesIdempotencyKey) return undefined;
    if (earlier.state === 'started' && !call.invocation.mayHaveRun) {
      throw new ToolError('CONFLICT', `${tool.name} runs already with the same idempotency key.`, {
        outcome: 'running',
      });
    }
    await this.ledger.markUnknown(effect);
    throw new ToolError('CONFLICT', `${tool.name} was started before. ${UNKNOWN_OUTCOME}`, {
      outcome: 'unknown',
    });
  }

  private tryUntilDone(
    call: PreparedCall,
    work = (context: ToolContext) => executed(call, context),
  ): Promise<Attempted<unknown>> {
    const { registered, caller, input, time } = call;
    const { tool } = registered;
    return attempt({
      tool,
      channel: caller.channel,
      time,
      breaker: this.breakers.of(caller.org.id, registered),
      run: async (signal) => {
        const context = this.contextFor(call, signal);
        const data = await work(context);
        return tool.afterwards ? tool.afterwards(data, input, context) : data;
      },
    });
  }

  private contextFor(call: PreparedCall, signal: AbortSignal): ToolContext {
    const effect = effectOf(call);
    return {
      ...call.caller,
      idempotencyKey: effect.key,
      signal,
      http: untilAborted(call.caller.http, signal),
      tasks: { run: (key, input) => call.caller.tasks.run(key, input, signal) },
      read: (work) => this.database.forOrg(effect.orgId, work),
      write: (work) => {
        // What has left is written down whatever the time.
        if (call.registered.tool.sideEffect === 'external') return this.ledger.completeOnce(effect, work);
        return this.ledger.runOnce(effect, async (tx) => {
          const result = await work(tx);
          // Whoever asked has been told that it did not happen.
          signal.throwIfAborted();
          return result;
        });
      },
    };
  }
}

/** Runs the tool; a call that has been made before gives what it came to. */
async function executed({ registered, input }: PreparedCall, context: ToolContext): Promise<unknown> {
  try {
    return await registered.tool.execute(input, context);
  } catch (error) {
    if (error instanceof EffectAlreadyDone) return error.result;
    throw error;
  }
}

function effectOf({ registered, invocation, caller }: PreparedCall): Effect {
  return {
    orgId: caller.org.id,
    key: invocation.idempotencyKey,
    tool: registered.tool.name,
    turnId: caller.turnId ?? null,
    conversationId: caller.conversationId ?? null,
    arguments: invocation.arguments,
  };
}
