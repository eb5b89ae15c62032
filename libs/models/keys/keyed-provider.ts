import type { ProviderName } from '../language-model.ts';
import type { AskedServer } from '../providers/provider-failure.ts';
import type { KeyStates } from './key-states.ts';
import { keyPlace, ProviderKeys } from './provider-keys.ts';

export interface KeySettings {
  /** One is used until it rests or is refused, then the next. */
  apiKeys: readonly string[];
  /** Another server that speaks the provider's protocol. The provider's own when absent. */
  baseUrl?: string | undefined;
  /** Where the keys come from, as failures name it; the deployment's setting when absent. */
  keySetting?: string;
  /** Whose keys they are, where they are not the deployment's. */
  keyOwner?: string;
  /** Which keys rest or were refused. */
  keyStates?: KeyStates;
}

/** A provider with several keys, each with a client of its SDK. Models and embeddings add how they ask it. */
export abstract class KeyedProvider<Client, Settings extends KeySettings> {
  abstract readonly provider: ProviderName;
  /** As people call the provider, and the setting that holds its keys. */
  protected abstract readonly label: string;
  protected abstract readonly setting: string;
  private known: ProviderKeys | undefined;
  private readonly clients = new Map<string, Promise<Client>>();

  constructor(
    protected readonly settings: Settings,
    private readonly keyStates: KeyStates,
  ) {}

  /** Makes the SDK's client, which is loaded with the first call. It must not try again by itself. */
  protected abstract connect(apiKey: string): Promise<Client>;

  /** Made with the first use: a provider's name is known when its class is whole. */
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

  /** Who is asked, as a failure names it. */
  protected named(model: string): AskedServer {
    return { label: this.label, setting: this.keySetting, model };
  }

  private get keySetting(): string {
    return this.settings.keySetting ?? this.setting;
  }
}
