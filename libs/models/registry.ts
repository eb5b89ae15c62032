import { createClock, type Clock } from '#config';
import { knownModels } from './known-models.ts';
import type { ModelTier } from './language-model.ts';
import type { ModelEntry } from './model-entry.ts';
import type { OrgRouting, OrgRoutingSource } from './orgs/org-catalogue.ts';

/** The models that the router can choose from. */
export class ModelRegistry {
  /** The models of each org, or of the deployment, with the prices of a day. */
  private readonly known = new WeakMap<object, { day: string; entries: readonly ModelEntry[] }>();

  constructor(
    private readonly entries: readonly ModelEntry[] = knownModels,
    private readonly orgs?: OrgRoutingSource,
    private readonly clock: Clock = createClock(),
  ) {}

  /**
   * The models of the deployment, or with `orgId` those of the org: including its own models, with its tiers. A model
   * that serves several tiers appears once per tier, unless the org set one tier for it. Prices are today's.
   */
  all(orgId?: string): readonly ModelEntry[] {
    const own = this.orgs?.of(orgId);
    const day = this.clock.now().toISOString().slice(0, 10);
    const known = this.known.get(own ?? this);
    if (known?.day === day) return known.entries;
    const entries = (own ? entriesOf(this.entries, own) : this.entries).map((entry) => pricedOn(day, entry));
    this.known.set(own ?? this, { day, entries });
    return entries;
  }

  /**
   * Finds a model by name, including one that the org has switched off: turns already begun with it finish with it.
   */
  find(id: string, orgId?: string): ModelEntry | undefined {
    const isNamed = (entry: ModelEntry) => entry.id === id;
    return this.all(orgId).find(isNamed) ?? this.all().find(isNamed);
  }

  /** Models of one tier, including the offline model. */
  ofTier(tier: ModelTier, orgId?: string): ModelEntry[] {
    return this.all(orgId).filter((entry) => entry.tier === tier);
  }
}

/** Returns the model with the prices of the given day. */
function pricedOn(day: string, entry: ModelEntry): ModelEntry {
  const { introductory, ...prices } = entry.prices;
  if (introductory === undefined) return entry;
  if (day > introductory.until) return { ...entry, prices };
  const { until: _until, ...now } = introductory;
  const { readOn, source } = prices;
  return { ...entry, prices: { ...now, readOn, source } };
}

/** The models of an org. Its own model replaces a model of the same name. */
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
