import { createClock, type Clock } from '#config';
import type { GenerateRequest, GenerateResult, LanguageModel, ModelObstacle } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { fingerprintOf, KeyStates } from '../keys/key-states.ts';
import { KeyedProvider, type KeySettings } from '../keys/keyed-provider.ts';
import { SILENCE_LIMIT_MS, WHOLE_ANSWER_PATIENCE } from './stream-timeout.ts';
import { readStream, type StreamedCall } from './streamed-call.ts';

export interface ProviderSettings extends KeySettings {
  /** Maximum wait for the first piece of an answer and between two pieces. */
  silenceLimitMs?: number;
  callLimitMs?: number;
  /** Sends the requests; set if only some addresses are allowed. */
  fetch?: typeof globalThis.fetch;
  clock?: Clock;
}

/**
 * A provider with several keys. Rate-limited keys go into cooldown, refused keys are disabled, and the next key is
 * used.
 */
export abstract class KeyedModel<Client>
  extends KeyedProvider<Client, ProviderSettings>
  implements LanguageModel
{
  protected readonly clock: Clock;
  private lastKey: string | undefined;

  constructor(settings: ProviderSettings) {
    super(settings, settings.keyStates ?? new KeyStates());
    this.clock = settings.clock ?? createClock();
  }

  /** Makes one call with one key. */
  protected abstract ask(client: Client, request: GenerateRequest): Promise<GenerateResult>;

  /** Reads one answer with the names and limits of this provider. @param streamed whether it comes piece by piece. */
  protected read<Chunk>(
    request: GenerateRequest,
    call: Pick<StreamedCall<Chunk>, 'answer' | 'open' | 'errorOf'>,
    streamed = request.onText !== undefined,
  ): Promise<GenerateResult> {
    const { silenceLimitMs: limitMs = SILENCE_LIMIT_MS, callLimitMs } = this.settings;
    const silenceLimitMs = streamed ? limitMs : limitMs * WHOLE_ANSWER_PATIENCE;
    return readStream({ label: this.label, request, silenceLimitMs, callLimitMs, ...call });
  }

  /** Returns an obstacle if every key is in cooldown or was refused. */
  obstacle(): ModelObstacle | undefined {
    if (this.keys.usable().length > 0) return undefined;
    const { message, retry, options } = this.keys.none();
    return { reason: message, retryInMs: options.retryAfterMs, passes: retry === 'retry' };
  }

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    request.signal.throwIfAborted();
    const keys = this.keys.usable();
    let failure: ModelError | undefined;
    let last: ModelError | undefined;
    for (const apiKey of keys) {
      if (last) await request.beforeNextKey?.(last);
      const reason = this.begin(apiKey, request, last);
      if (reason !== undefined) request.onKeyRotated?.({ provider: this.provider, reason });
      try {
        const result = await this.ask(await this.clientOf(apiKey), request);
        this.keys.worked(apiKey);
        return result;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        await this.keys.note(apiKey, error);
        if (!mayWorkWithAnother(error)) throw error;
        last = error;
        failure = worthRetrying(failure, error);
      }
    }
    throw failure ?? this.keys.none();
  }

  /**
   * Records the used key. @returns why it differs from the previous one; undefined if it does not, or if the change
   * has no reason to report.
   */
  private begin(apiKey: string, { lastKeys }: GenerateRequest, failed?: ModelError): string | undefined {
    const { place } = this.keys;
    const fingerprint = fingerprintOf(apiKey);
    const before = lastKeys?.get(place) ?? this.lastKey;
    lastKeys?.set(place, fingerprint);
    this.lastKey = fingerprint;
    if (failed) return failed.errorClass;
    return before === undefined || before === fingerprint ? undefined : this.keys.endOf(before);
  }
}

/** True if another key may succeed. Invalid requests fail with every key. */
function mayWorkWithAnother(error: ModelError): boolean {
  return error.retry === 'retry' || error.errorClass === 'KEY_REJECTED';
}

/**
 * Prefers the failure that can be retried: a rate-limited key becomes usable again, even if another key was refused.
 */
function worthRetrying(before: ModelError | undefined, now: ModelError): ModelError {
  return before && now.retry !== 'retry' ? before : now;
}
