import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { Changes } from '#queue';
import type { HasOwnKeys } from '../calls/account-owner.ts';
import { KeyStates } from '../keys/key-states.ts';
import {
  keyedProviders,
  type EmbeddingProvider,
  type KeyedProvider,
  type LanguageModel,
  type ModelTier,
  type ProviderName,
} from '../language-model.ts';
import { EmbeddingSettings, type KeyedEmbeddingProvider } from '../embeddings/embedding-settings.ts';
import { openAdapter } from '../providers/adapters.ts';
import { baseUrlsOf } from '../providers/configured-providers.ts';
import { CompatibleModel } from '../providers/compatible.provider.ts';
import type { ProviderSettings } from '../providers/keyed-model.ts';
import type { ModelCapabilities, ModelEntry } from '../model-entry.ts';
import type { OrgCatalogue, OrgCatalogueSource } from './org-catalogue.ts';
import type { OrgModelRow, OrgProviderKeyRow } from './org-model.entities.ts';
import { OrgModelsRepository, type OrgRows } from './org-models.repository.ts';
import { keyOwnerOf, modelKeyPlace, providerKeyPlace } from './places.ts';
import { UnusableEmbedder, UnusableModel } from './unusable-model.ts';

/**
 * Models, keys and tiers of every org, in the memory of this process. Read by every call; changes apply within 2 s.
 */
@Injectable()
export class OrgCatalogues implements OrgCatalogueSource {
  private known = new Map<string, { made: string; catalogue: OrgCatalogue }>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgModelsRepository) private readonly repository: OrgModelsRepository,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KeyStates) private readonly keyStates: KeyStates,
    /** Decrypts the orgs' keys. */
    @Inject(SecretBox) private readonly sealer: Pick<SecretBox, 'open'>,
    /** Connects to the orgs' servers, only at addresses that the deployment allows. */
    @Inject(OutboundHttp) private readonly http: Pick<OutboundHttp, 'stream'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'environment'>,
    @Inject(EmbeddingSettings) private readonly embeddings: EmbeddingSettings,
  ) {}

  readonly hasOwnKeys: HasOwnKeys = (orgId, provider) => this.of(orgId)?.providers.has(provider) ?? false;

  of(orgId: string | undefined): OrgCatalogue | undefined {
    return orgId === undefined ? undefined : this.known.get(orgId)?.catalogue;
  }

  /** Subscribes to changes. @returns a function that unsubscribes. */
  follow(): () => void {
    return this.changes.subscribe('models', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const { database, repository } = this;
    const all = await database.asPlatform('a process serves every org', (tx) => repository.all(tx));
    const byOrg = new Map<string, OrgRows>();
    const of = (orgId: string) => {
      const rows = byOrg.get(orgId) ?? { models: [], keys: [], tiers: [] };
      byOrg.set(orgId, rows);
      return rows;
    };
    for (const row of all.models) of(row.orgId).models.push(row);
    for (const row of all.keys) of(row.orgId).keys.push(row);
    for (const row of all.tiers) of(row.orgId).tiers.push(row);
    // Unchanged orgs keep their clients and connections.
    this.known = new Map(
      [...byOrg].map(([orgId, rows]) => {
        const made = JSON.stringify(rows);
        const before = this.known.get(orgId);
        return [orgId, before?.made === made ? before : { made, catalogue: this.make(orgId, rows) }];
      }),
    );
  }

  private make(orgId: string, { models, keys, tiers }: OrgRows): OrgCatalogue {
    const embeds = this.embeddings
      .ownProviders()
      .find((name) => keys.some(({ provider }) => provider === name));
    const ofKind = (kind: string) => tiers.filter((row) => row.kind === kind);
    return {
      models: models.map(entryOfRow),
      own: new Map(models.map((row) => [row.name, this.serverOf(orgId, row)])),
      providers: new Map(
        keyedProviders.flatMap((name): [ProviderName, LanguageModel][] => {
          const own = keys.filter(({ provider }) => provider === name);
          return own.length > 0 ? [[name, this.providerOf(orgId, name, own)]] : [];
        }),
      ),
      ...(embeds && {
        embedder: this.embedderOf(
          orgId,
          embeds,
          keys.filter(({ provider }) => provider === embeds),
        ),
      }),
      modelTiers: new Map(ofKind('model').map(({ name, tier }) => [name, tier])),
      taskTiers: new Map(ofKind('task').map(({ name, tier }) => [name, tier as ModelTier])),
    };
  }

  private providerOf(orgId: string, name: KeyedProvider, keys: OrgProviderKeyRow[]): LanguageModel {
    return orUnusable<LanguageModel>(
      () =>
        openAdapter[name]({
          ...this.shared(keyOwnerOf(orgId)),
          apiKeys: this.opened(orgId, name, keys),
          baseUrl: baseUrlsOf(this.config.environment)[name],
          keySetting: settingOf(name),
        }),
      (reason) => new UnusableModel(name, reason),
    );
  }

  private embedderOf(
    orgId: string,
    name: KeyedEmbeddingProvider,
    keys: OrgProviderKeyRow[],
  ): EmbeddingProvider {
    const made = (apiKeys: string[]) =>
      this.embeddings.keyed(name, {
        apiKeys,
        keyOwner: keyOwnerOf(orgId),
        keySetting: settingOf(name),
      });
    return orUnusable<EmbeddingProvider>(
      () => made(this.opened(orgId, name, keys)),
      (reason) => new UnusableEmbedder(made([]), reason),
    );
  }

  private opened(orgId: string, name: KeyedProvider, keys: OrgProviderKeyRow[]): string[] {
    return keys.map(({ fingerprint, sealed }) =>
      this.sealer.open(providerKeyPlace(orgId, name, fingerprint), sealed),
    );
  }

  private serverOf(orgId: string, row: OrgModelRow): LanguageModel {
    const { sealer, http } = this;
    const { name, model, baseUrl, apiKey, maxOutputTokens } = row;
    return orUnusable<LanguageModel>(
      () => {
        const key = apiKey === null ? undefined : sealer.open(modelKeyPlace(orgId, name), apiKey);
        const server = { name, model, maxOutputTokens, capabilities: capabilitiesOf(row), apiKey: key };
        return new CompatibleModel(server, {
          ...this.shared(keyOwnerOf(orgId, name)),
          baseUrl,
          fetch: (url, init) => http.stream(url instanceof Request ? url.url : url, init),
        });
      },
      (reason) => new UnusableModel('compatible', reason),
    );
  }

  private shared(keyOwner: string): Pick<ProviderSettings, 'clock' | 'keyStates' | 'keyOwner'> {
    const { clock, keyStates } = this;
    return { clock, keyStates, keyOwner };
  }
}

/**
 * Replaces a client whose key cannot be decrypted by one that always fails. The deployment's key is not used instead,
 * and other orgs are unaffected.
 */
function orUnusable<Made>(make: () => Made, unusable: (reason: string) => Made): Made {
  try {
    return make();
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

/** Source of the org's keys in error messages. */
function settingOf(name: KeyedProvider): string {
  return `the org's keys of ${name}`;
}

/** Converts an org's own model to a registry entry. */
export function entryOfRow(row: Omit<OrgModelRow, 'orgId'>): ModelEntry {
  return {
    id: row.name,
    provider: 'compatible',
    tier: row.tier,
    prices: {
      input: Number(row.inputUsd),
      cachedInput: Number(row.cachedInputUsd),
      output: Number(row.outputUsd),
      readOn: row.changedAt.toISOString().slice(0, 10),
      source: 'entered by the org',
    },
    contextWindowTokens: row.contextWindowTokens,
    maxOutputTokens: row.maxOutputTokens,
    inputMargin: row.inputMargin,
    capabilities: capabilitiesOf(row),
  };
}

function capabilitiesOf({ abilities }: Pick<OrgModelRow, 'abilities'>): ModelCapabilities {
  const has = (ability: keyof ModelCapabilities) => abilities.includes(ability);
  return {
    tools: has('tools'),
    vision: has('vision'),
    jsonSchema: has('jsonSchema'),
    streaming: has('streaming'),
  };
}
