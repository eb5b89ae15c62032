import type { ConsoleModel, ConsoleModels, ConsoleModelTier, ReplaceOwnModel } from '#contracts/console';
import { ownModelEntry, type ModelEntry, type ModelRegistry, type OrgModels, type OwnModel } from '#models';

type OrgRows = Awaited<ReturnType<OrgModels['of']>>;

/** A model of the org as stored, with its derived fields. */
export function ownModel(name: string, { model, prices, apiKey, ...rest }: ReplaceOwnModel): OwnModel {
  const { input, cachedInput = input, output } = prices;
  return { ...rest, name, model: model ?? name, prices: { input, cachedInput, output }, apiKey };
}

/** Models and tasks with their tiers in the org. Contains no key. */
export function modelsView(
  registry: ModelRegistry,
  { models, tiers }: OrgRows,
  cooldowns: Awaited<ReturnType<OrgModels['cooldowns']>>,
  taskTiers: Readonly<Record<string, ConsoleModelTier>>,
): Omit<ConsoleModels, 'keysCanBeStored'> {
  const chosen = (kind: 'model' | 'task', name: string) =>
    tiers.find((row) => row.kind === kind && row.name === name)?.tier;
  const cooldownOf = (provider: string, id: string) => {
    const cooldown = cooldowns.find((row) => row.provider === provider && row.model === id);
    return cooldown ? { forMs: cooldown.forMs, here: cooldown.here } : null;
  };
  const view = ({ id, provider, tier, capabilities, ...rest }: ModelEntry, own: ConsoleModel['own']) => ({
    ...rest,
    name: id,
    provider,
    tier: chosen('model', id) ?? tier,
    ownTier: tier,
    abilities: capabilities,
    own,
    cooldown: cooldownOf(provider, id),
  });
  const known = registry.all().filter(({ id }) => !models.some(({ name }) => name === id));
  return {
    items: [
      ...models.map((row): ConsoleModel => {
        const { baseUrl, model, apiKey } = row;
        return view(ownModelEntry(row), { baseUrl, model, hasKey: apiKey !== null });
      }),
      ...known.map((entry): ConsoleModel => view(entry, null)),
    ],
    taskTiers: Object.entries(taskTiers)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([task, tier]) => {
        const own = chosen('task', task) as ConsoleModelTier | undefined;
        return { task, tier: own ?? tier, isOwn: own !== undefined };
      }),
  };
}
