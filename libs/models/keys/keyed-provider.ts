import type { ProviderName } from '../language-model.ts';
import type { CalledServer } from '../providers/provider-failure.ts';
import type { KeyStates } from './key-states.ts';
import { keyPlace, ProviderKeys } from './provider-keys.ts';

export interface KeySettings {
  /** Keys in order of use: each is used until it is in cooldown or refused, then the next. */
  apiKeys: readonly string[];
  /** Base URL of another server that speaks the provider's protocol; defaults to the provider's own. */
  baseUrl?: string | undefined;
  /** Source of the keys in error messages; defaults to the deployment's setting. */
  keySetting?: string;
  /** Owner of the keys; absent for the deployment. */
  keyOwner?: string;
  /** States of keys that are in cooldown or were refused. */
  keyStates?: KeyStates;
}

/** A provider with several keys, and one SDK client per key. Subclasses for models and embeddings add their calls. */
export abstract class KeyedProvider<Client, Settings extends KeySettings> {
  abstract readonly provider: ProviderName;
  /** Display name of the provider. `setting` is the setting with its keys. */
  protected abstract readonly label: string;
  protected abstract readonly setting: string;
  private known: ProviderKeys | undefined;
  private readonly clients = new Map<string, Promise<Client>>();

  constructor(
    protected readonly settings: Settings,
    private readonly keyStates: KeyStates,
  ) {}

  /** Creates the SDK's client; the SDK is loaded with the first call. The client must not retry. */
  protected abstract connect(apiKey: string): Promise<Client>;

  /** Created on first use, since the provider's name is only set after construction. */
  protected get keys(): ProviderKeys {
    const { apiKeys, keyOwner } = this.settings;
    const place = keyPlace(this.provider, keyOwner);
    const named = { label: this.label, keySetting: this.keySetting };
    return (this.known ??= new ProviderKeys({ apiKeys, place, ...named }, this.keyStates));
  }

  protected clientOf(apiKey: string): Promise<Client> {
    const known = this.clients.get(apiKey) ?? this.connect(apiKey);
    this.clients.set(apiKey, known);
    return known;
  }

  /** The called server, for error messages. */
  protected named(model: string): CalledServer {
    return { label: this.label, setting: this.keySetting, model };
  }

  private get keySetting(): string {
    return this.settings.keySetting ?? this.setting;
  }
}
