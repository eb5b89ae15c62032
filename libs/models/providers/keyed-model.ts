import { createClock, type Clock } from '#config';
import type {
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelObstacle,
  ProviderName,
} from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { fingerprintOf, LocalKeyStates, type KeyStates } from '../keys/key-states.ts';
import { keyPlace, ProviderKeys } from '../keys/provider-keys.ts';

export interface ProviderSettings {
  /** One is used until it rests or is refused, then the next. */
  apiKeys: readonly string[];
  /** Another server that speaks the provider's protocol. The provider's own when absent. */
  baseUrl?: string;
  /** Longest wait for the first piece of an answer and between two pieces. */
  silenceLimitMs?: number;
  /** Longest time of one call. */
  callLimitMs?: number;
  /** Sends the requests, where not every address may be asked. */
  fetch?: typeof globalThis.fetch;
  /** Where the keys come from, as failures name it; the deployment's setting when absent. */
  keySetting?: string;
  /** Whose keys they are, where they are not the deployment's. */
  keyOwner?: string;
  /** Which keys rest or were refused; known to this object alone when absent. */
  keyStates?: KeyStates;
  clock?: Clock;
}

/** A provider with several keys: rests those that it limits, drops those that it refuses, goes on with the next. */
export abstract class KeyedModel<Client> implements LanguageModel {
  abstract readonly provider: ProviderName;
  /** As people call the provider, and the setting that holds its keys. */
  protected abstract readonly label: string;
  protected abstract readonly setting: string;
  protected readonly clock: Clock;
  private readonly keyStates: KeyStates;
  private known: ProviderKeys | undefined;
  private readonly clients = new Map<string, Promise<Client>>();
  /** The key that was asked last, by its fingerprint. */
  private lastKey: string | undefined;

  constructor(protected readonly settings: ProviderSettings) {
    this.clock = settings.clock ?? createClock();
    this.keyStates = settings.keyStates ?? new LocalKeyStates();
  }

  /** Made with the first use: a provider's name is known when its class is whole. */
  private get keys(): ProviderKeys {
    const { apiKeys, keyOwner } = this.settings;
    const { label, keySetting } = this;
    const place = keyPlace(this.provider, keyOwner);
    return (this.known ??= new ProviderKeys({ apiKeys, place, label, keySetting }, this.keyStates));
  }

  protected get keySetting(): string {
    return this.settings.keySetting ?? this.setting;
  }

  /** Makes the SDK's client, which is loaded with the first call. It must not try again by itself. */
  protected abstract connect(apiKey: string): Promise<Client>;

  /** One call with one key. */
  protected abstract ask(client: Client, request: GenerateRequest): Promise<GenerateResult>;

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

  private clientOf(apiKey: string): Promise<Client> {
    const known = this.clients.get(apiKey);
    if (known) return known;
    const client = this.connect(apiKey);
    this.clients.set(apiKey, client);
    return client;
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
