import { createClock, type Clock } from '#config';
import type { GenerateRequest, GenerateResult, LanguageModel, ModelObstacle } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { fingerprintOf, LocalKeyStates } from '../keys/key-states.ts';
import { KeyedProvider, type KeySettings } from '../keys/keyed-provider.ts';
import { SILENCE_LIMIT_MS } from './silence.ts';
import { readStream, type StreamedCall } from './streamed-call.ts';

export interface ProviderSettings extends KeySettings {
  /** Longest wait for the first piece of an answer and between two pieces. */
  silenceLimitMs?: number;
  /** Longest time of one call. */
  callLimitMs?: number;
  /** Sends the requests, where not every address may be asked. */
  fetch?: typeof globalThis.fetch;
  clock?: Clock;
}

/** A provider with several keys: rests those that it limits, drops those that it refuses, goes on with the next. */
export abstract class KeyedModel<Client>
  extends KeyedProvider<Client, ProviderSettings>
  implements LanguageModel
{
  protected readonly clock: Clock;
  /** The key that was asked last, by its fingerprint. */
  private lastKey: string | undefined;

  constructor(settings: ProviderSettings) {
    super(settings, settings.keyStates ?? new LocalKeyStates());
    this.clock = settings.clock ?? createClock();
  }

  /** One call with one key. */
  protected abstract ask(client: Client, request: GenerateRequest): Promise<GenerateResult>;

  /** Reads one answer to its end, by the names and limits of this provider. */
  protected read<Chunk>(
    request: GenerateRequest,
    call: Pick<StreamedCall<Chunk>, 'answer' | 'open' | 'errorOf'>,
  ): Promise<GenerateResult> {
    const { silenceLimitMs = SILENCE_LIMIT_MS, callLimitMs } = this.settings;
    return readStream({ label: this.label, request, silenceLimitMs, callLimitMs, ...call });
  }

  /** Every key rests or was refused. */
  obstacle(): ModelObstacle | undefined {
    if (this.keys.usable().length > 0) return undefined;
    const { message, retry } = this.keys.none();
    return { reason: message, passes: retry === 'retry' };
  }

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    request.signal.throwIfAborted();
    const keys = this.keys.usable();
    let failure: ModelError | undefined;
    /** Of the key before. */
    let last: ModelError | undefined;
    for (const apiKey of keys) {
      if (last) await request.beforeNextKey?.(last);
      const reason = this.begin(apiKey, request, last);
      if (reason !== undefined) request.onKeyRotated?.({ provider: this.provider, reason });
      let sent = false;
      const onText = (text: string) => {
        sent = true;
        request.onText?.(text);
      };
      try {
        const result = await this.ask(await this.clientOf(apiKey), { ...request, onText });
        this.keys.worked(apiKey);
        return result;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        await this.keys.note(apiKey, error);
        if (!mayPassWithAnother(error)) throw error;
        last = error;
        failure = worthRetrying(failure, error);
        if (sent && apiKey !== keys.at(-1)) request.onReset?.();
      }
    }
    throw failure ?? this.keys.none();
  }

  /** Notes which key is asked. @returns why it is another one than before; undefined where it is the same, or by choice. */
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

/** Another key may get the same request through; a request that is wrong stays wrong. */
function mayPassWithAnother(error: ModelError): boolean {
  return error.retry === 'retry' || error.errorClass === 'KEY_REJECTED';
}

/** A key that is limited will be free again; that another one was refused is no reason to give up. */
function worthRetrying(before: ModelError | undefined, now: ModelError): ModelError {
  return before && now.retry !== 'retry' ? before : now;
}
