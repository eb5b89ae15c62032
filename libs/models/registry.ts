import { createClock, type Clock } from '#config';
import { knownModels } from './known-models.ts';
import type { ModelTier, ProviderName } from './language-model.ts';
import type { OrgRouting, OrgRoutingSource } from './orgs/org-catalogue.ts';

/** What a model can do beyond answering in text. */
export interface ModelCapabilities {
  tools: boolean;
  /** Sees pictures. */
  vision: boolean;
  /** Answers in JSON that fits a schema. */
  jsonSchema: boolean;
  streaming: boolean;
}

/** USD per million tokens. */
export interface TokenPrices {
  input: number;
  /** Input that the provider had in its cache. */
  cachedInput: number;
  /** Input that the provider puts into its cache; as other input when absent. */
  cacheWrite?: number;
  output: number;
}

/** Prices at the standard service tier. */
export interface ModelPrices extends TokenPrices {
  /** Those of a whole request whose input is longer than `overTokens`; there are none where every length costs the same. */
  longPrompt?: TokenPrices & { overTokens: number };
  /** Those that hold until the end of a day, in UTC, which is announced; prompts of every length cost the same then. */
  introductory?: TokenPrices & { until: string };
  /** Day on which the source was read. */
  readOn: string;
  source: string;
}

export interface ModelEntry {
  id: string;
  provider: ProviderName;
  tier: ModelTier;
  prices: ModelPrices;
  contextWindowTokens: number;
  maxOutputTokens: number;
  /** The most tokens that it may count of a text, over those that our tokenizer counts: hard budgets hold so much back. */
  inputMargin: number;
  capabilities: ModelCapabilities;
}

/** The models that may be chosen from. */
export class ModelRegistry {
  private readonly ofOrgs = new WeakMap<OrgRouting, readonly ModelEntry[]>();

  constructor(
    private readonly entries: readonly ModelEntry[] = knownModels,
    private readonly orgs?: OrgRoutingSource,
    private readonly clock: Clock = createClock(),
  ) {}

  /**
   * Those of the deployment, or with `orgId` those of that org: its own are among them, and its tiers hold. A model that
   * serves several tiers is there once for each, unless the org gave it one. Prices are those of today.
   */
  all(orgId?: string): ModelEntry[] {
    const own = this.orgs?.of(orgId);
    const today = this.clock.now().toISOString().slice(0, 10);
    return (own ? this.usable(own) : this.entries).map((entry) => pricedOn(today, entry));
  }

  /** Also one that the org has switched off: what was begun with it ends with it. */
  find(id: string, orgId?: string): ModelEntry | undefined {
    const isNamed = (entry: ModelEntry) => entry.id === id;
    return this.all(orgId).find(isNamed) ?? this.all().find(isNamed);
  }

  /** Models of one tier, the offline ones among them. */
  ofTier(tier: ModelTier, orgId?: string): ModelEntry[] {
    return this.all(orgId).filter((entry) => entry.tier === tier);
  }

  private usable(own: OrgRouting): readonly ModelEntry[] {
    const known = this.ofOrgs.get(own) ?? entriesOf(this.entries, own);
    this.ofOrgs.set(own, known);
    return known;
  }
}

/** The model at the prices of a day. */
function pricedOn(day: string, entry: ModelEntry): ModelEntry {
  const { introductory, ...prices } = entry.prices;
  if (introductory === undefined) return entry;
  if (day > introductory.until) return { ...entry, prices };
  const { until: _until, ...now } = introductory;
  const { readOn, source } = prices;
  return { ...entry, prices: { ...now, readOn, source } };
}

/** The models of an org: a model of its own stands for one of the same name. */
function entriesOf(entries: readonly ModelEntry[], own: OrgRouting): ModelEntry[] {
  const names = new Set(own.models.map(({ id }) => id));
  const seen = new Set<string>();
  return [...own.models, ...entries.filter(({ id }) => !names.has(id))].flatMap((entry) => {
    const tier = own.modelTiers.get(entry.id);
    if (tier === undefined) return [entry];
    if (tier === 'off' || seen.has(entry.id)) return [];
    seen.add(entry.id);
    return [{ ...entry, tier }];
  });
}
