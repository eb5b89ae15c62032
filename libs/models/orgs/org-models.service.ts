import { TurnpikeError } from '#contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database, type OrgTransaction, type PlatformTransaction } from '#database';
import { AuditLog, SecretBox, type AuditActor } from '#identity';
import { OutboundHttp, OutboundRefusedError, type AddressGuard } from '#outbound';
import { Changes } from '#queue';
import {
  CooldownRepository,
  FOR_EVERY_WORKER,
  KEY_STATES,
  MODEL_COOLDOWNS,
  type CooldownTable,
  type StoredCooldown,
} from '../cooldowns/cooldown.repository.ts';
import { fingerprintOf } from '../keys/key-states.ts';
import type { KeyedProvider, ModelTier, ProviderName } from '../language-model.ts';
import type { ModelCapabilities, ModelPrices } from '../model-entry.ts';
import { ModelRegistry } from '../registry.ts';
import { OrgModelNotFoundError, ProviderKeyNotFoundError, TooManyOwnError } from './org-models.errors.ts';
import { keyPlace } from '../keys/provider-keys.ts';
import { OrgModelsRepository, type StoredModel } from './org-models.repository.ts';
import { keyOwnerOf, modelKeyPlace, providerKeyPlace } from './places.ts';

const MAX_MODELS = 50;
const MAX_KEYS_PER_PROVIDER = 20;

export interface OwnModel {
  name: string;
  /** Model name on the server. */
  model: string;
  baseUrl: string;
  tier: ModelTier;
  prices: Pick<ModelPrices, 'input' | 'cachedInput' | 'output'>;
  contextWindowTokens: number;
  maxOutputTokens: number;
  inputMargin: number;
  abilities: ModelCapabilities;
  /** Null for a server without keys; undefined keeps the stored key. */
  apiKey: string | null | undefined;
}

/** State of a key that is in cooldown or was refused. */
export type KeyTrouble = Pick<StoredCooldown, 'cooldownMs' | 'removedStatus' | 'changedAt'>;

export interface SeenKey {
  provider: string;
  /** Name of the org's own model; null for keys of providers. */
  model: string | null;
  fingerprint: string;
  addedAt: Date | null;
  trouble: KeyTrouble | null;
}

/** Injection token of the tiers of every task type, of the platform and of installed packs. */
export const TASK_TIERS = Symbol('TaskTiers');

/** Administration of orgs' models, keys and tiers. Every change is audited and applies within 2 s. */
@Injectable()
export class OrgModels {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgModelsRepository) private readonly repository: OrgModelsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(SecretBox) private readonly sealer: Pick<SecretBox, 'seal'>,
    @Inject(OutboundHttp) private readonly http: Pick<OutboundHttp, 'guard'>,
    /** The deployment's models. */
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    /** Default tier of every task type. */
    @Inject(TASK_TIERS) readonly taskTiers: Readonly<Record<string, ModelTier>>,
  ) {}

  /**
   * Returns the org's own rows; none for the platform. They contain encrypted keys, which must not leave the caller.
   */
  async of(orgId: string | null) {
    const { database, repository } = this;
    if (orgId === null) return { models: [], tiers: [] };
    return database.forOrg(orgId, async (tx) => ({
      models: await repository.models(tx),
      tiers: await repository.tiers(tx),
    }));
  }

  /**
   * Adds a model.
   *
   * @throws TurnpikeError MODEL_EXISTS; TooManyOwnError; MODEL_ADDRESS_REFUSED for a disallowed address;
   *   SecretsKeyMissingError for a key if nothing can be encrypted.
   */
  add(orgId: string, model: OwnModel, actor: AuditActor): Promise<void> {
    return this.change(orgId, actor, 'model.add', `model:${model.name}`, shown(model), async (tx) => {
      const known = await this.repository.models(tx);
      const isTaken = known.some(({ name }) => name === model.name) || this.registry.find(model.name);
      if (isTaken)
        throw new TurnpikeError(`There is a model named ${model.name} already; choose another name.`, {
          code: 'MODEL_EXISTS',
          kind: 'conflict',
          pointer: '/name',
        });
      if (known.length >= MAX_MODELS) throw new TooManyOwnError('models of its own', MAX_MODELS);
      await this.put(tx, model, undefined, actor);
    });
  }

  /** Replaces the values of a model. @throws OrgModelNotFoundError; KEY_NEEDED_AGAIN; as {@link add}. */
  replace(orgId: string, model: OwnModel, actor: AuditActor): Promise<void> {
    return this.change(orgId, actor, 'model.update', `model:${model.name}`, shown(model), async (tx) => {
      const known = (await this.repository.models(tx)).find(({ name }) => name === model.name);
      if (!known) throw new OrgModelNotFoundError(model.name);
      await this.put(tx, model, known, actor);
      return shownRow(known);
    });
  }

  /** @throws OrgModelNotFoundError */
  remove(orgId: string, name: string, actor: AuditActor): Promise<void> {
    return this.change(orgId, actor, 'model.remove', `model:${name}`, undefined, async (tx) => {
      if (!(await this.repository.removeModel(tx, name))) throw new OrgModelNotFoundError(name);
    });
  }

  /**
   * Sets the tier of a model or task in the org. Null restores the platform's tier.
   *
   * @throws UnknownTierTargetError
   */
  setTier(
    orgId: string,
    target: { kind: 'model' | 'task'; name: string; tier: ModelTier | 'off' | null },
    actor: AuditActor,
  ): Promise<void> {
    const { kind, name, tier } = target;
    const { repository, registry } = this;
    return this.change(orgId, actor, `${kind}.set_tier`, `${kind}:${name}`, { tier }, async (tx) => {
      const own = (await repository.models(tx)).map((model) => model.name);
      const models = registry.all().filter(({ provider }) => provider !== 'offline');
      const known =
        kind === 'task' ? Object.keys(this.taskTiers) : [...new Set([...own, ...models.map(({ id }) => id)])];
      // A tier can be cleared even if its model or task no longer exists.
      if (tier !== null && !known.includes(name))
        throw new TurnpikeError(`There is no ${kind} named ${name}. There are: ${known.join(', ')}.`, {
          code: kind === 'model' ? 'UNKNOWN_MODEL' : 'UNKNOWN_TASK',
          kind: 'not_found',
        });
      const before = (await repository.tiers(tx)).find((row) => row.kind === kind && row.name === name);
      await repository.setTier(tx, kind, name, tier, actor.userId ?? null);
      return { tier: before?.tier ?? null };
    });
  }

  /** @throws TurnpikeError PROVIDER_KEY_EXISTS; TooManyOwnError; SecretsKeyMissingError. @returns the fingerprint. */
  async addKey(orgId: string, provider: KeyedProvider, apiKey: string, actor: AuditActor): Promise<string> {
    const { repository, sealer } = this;
    const fingerprint = fingerprintOf(apiKey);
    const sealed = sealer.seal(providerKeyPlace(orgId, provider, fingerprint), apiKey);
    const target = `provider_key:${provider}/${fingerprint}`;
    await this.change(orgId, actor, 'provider_key.add', target, undefined, async (tx) => {
      const known = (await repository.keys(tx)).filter((key) => key.provider === provider);
      if (known.length >= MAX_KEYS_PER_PROVIDER)
        throw new TooManyOwnError(`keys of ${provider}`, MAX_KEYS_PER_PROVIDER);
      const addedBy = actor.userId ?? null;
      if (!(await repository.addKey(tx, { provider, fingerprint, sealed, addedBy })))
        throw new TurnpikeError('The org has this key already.', {
          code: 'PROVIDER_KEY_EXISTS',
          kind: 'conflict',
        });
    });
    // The key may have been refused earlier, and it may know models that the org's other keys do not.
    const place = keyPlace(provider, keyOwnerOf(orgId));
    await this.end(KEY_STATES, { place, name: fingerprint });
    await this.end(MODEL_COOLDOWNS, { place });
    return fingerprint;
  }

  /** @throws ProviderKeyNotFoundError */
  removeKey(orgId: string, provider: KeyedProvider, fingerprint: string, actor: AuditActor): Promise<void> {
    const target = `provider_key:${provider}/${fingerprint}`;
    return this.change(orgId, actor, 'provider_key.remove', target, undefined, async (tx) => {
      if (!(await this.repository.removeKey(tx, provider, fingerprint))) throw new ProviderKeyNotFoundError();
    });
  }

  /**
   * Returns the org's keys with their states; for the platform, the deployment's keys that are in cooldown or were
   * refused.
   */
  async keys(orgId: string | null): Promise<SeenKey[]> {
    const { database, repository } = this;
    const states = await this.current(KEY_STATES);
    const seen = (provider: string, model: string | null, trouble: StoredCooldown): SeenKey => ({
      provider,
      model,
      fingerprint: trouble.name,
      addedAt: null,
      trouble,
    });
    if (orgId === null)
      return states
        .filter(({ place }) => !place.startsWith('org/'))
        .map((state) => seen(state.place, null, state));
    const rows = await database.forOrg(orgId, async (tx) => ({
      keys: await repository.keys(tx),
      models: await repository.models(tx),
    }));
    const troubleOf = (owner: string, provider: string) =>
      states.filter(({ place }) => place === keyPlace(provider, owner));
    return [
      ...rows.keys.map(({ provider, fingerprint, addedAt }) => {
        const trouble = troubleOf(keyOwnerOf(orgId), provider).find(({ name }) => name === fingerprint);
        return { provider, model: null, fingerprint, addedAt, trouble: trouble ?? null };
      }),
      // Keys of own models appear only while they are in cooldown or refused, since their fingerprint is not stored.
      ...rows.models.flatMap(({ name }) =>
        troubleOf(keyOwnerOf(orgId, name), 'compatible').map((state) => seen('compatible', name, state)),
      ),
    ];
  }

  /**
   * Re-enables a key that is in cooldown or was refused: of the org, or with null of the deployment.
   *
   * @param model the own model of the key, for provider `compatible`.
   * @throws ProviderKeyNotFoundError if the key is neither in cooldown nor refused.
   */
  async putBack(
    orgId: string | null,
    key: { provider: string; fingerprint: string; model?: string },
    actor: AuditActor,
  ): Promise<void> {
    const { provider, fingerprint, model } = key;
    const place = keyPlace(provider, orgId === null ? undefined : keyOwnerOf(orgId, model));
    await this.end(KEY_STATES, { place, name: fingerprint }, async (tx, wasKnown) => {
      if (!wasKnown) throw new ProviderKeyNotFoundError();
      const target = `provider_key:${[model, provider].filter(Boolean).join('/')}/${fingerprint}`;
      await this.audit.record(tx, { orgId, actor, action: 'provider_key.put_back', target });
    });
  }

  /**
   * Returns the current model cooldowns of the org's own account and of the deployment's; with null only of the
   * deployment's. `here` is true for those of the requested one.
   */
  async cooldowns(
    orgId: string | null,
  ): Promise<{ provider: string; model: string; forMs: number; here: boolean }[]> {
    const rows = await this.current(MODEL_COOLDOWNS);
    const own = orgId === null ? '' : `${keyOwnerOf(orgId)}/`;
    return [...new Set([own, ''])].flatMap((prefix) =>
      rows
        .filter(({ place }) => place.startsWith(prefix) && !place.slice(prefix.length).includes('/'))
        .map(({ place, name, cooldownMs }) => ({
          provider: place.slice(prefix.length),
          model: name,
          forMs: cooldownMs,
          here: prefix === own,
        })),
    );
  }

  /**
   * Ends the cooldown of a model: of the org's own account, or with null of the deployment's.
   *
   * @throws TurnpikeError MODEL_NOT_IN_COOLDOWN
   */
  async putBackModel(
    orgId: string | null,
    { provider, model }: { provider: ProviderName; model: string },
    actor: AuditActor,
  ): Promise<void> {
    const place = keyPlace(provider, orgId === null ? undefined : keyOwnerOf(orgId));
    await this.end(MODEL_COOLDOWNS, { place, name: model }, async (tx, wasKnown) => {
      if (!wasKnown)
        throw new TurnpikeError(`${model} of ${provider} is not in cooldown.`, {
          code: 'MODEL_NOT_IN_COOLDOWN',
          kind: 'not_found',
        });
      const target = `model:${provider}/${model}`;
      await this.audit.record(tx, { orgId, actor, action: 'model.put_back', target });
    });
  }

  private async put(
    tx: OrgTransaction,
    model: OwnModel,
    before: StoredModel | undefined,
    actor: AuditActor,
  ): Promise<void> {
    const { repository } = this;
    checkAddress(this.http.guard, model.baseUrl);
    const { prices, abilities, apiKey, ...rest } = model;
    await repository.putModel(tx, {
      ...rest,
      inputUsd: String(prices.input),
      cachedInputUsd: String(prices.cachedInput),
      outputUsd: String(prices.output),
      abilities: Object.entries(abilities).flatMap(([name, has]) => (has ? [name] : [])),
      apiKey: this.sealedKey(tx.orgId, model, before),
      changedBy: actor.userId ?? null,
    });
    tx.afterCommit(async () => {
      const ofKeys = keyPlace('compatible', keyOwnerOf(tx.orgId, model.name));
      if (typeof apiKey === 'string')
        await this.end(KEY_STATES, { place: ofKeys, name: fingerprintOf(apiKey) });
      // The server may know the model after the change.
      await this.end(MODEL_COOLDOWNS, {
        place: keyPlace('compatible', keyOwnerOf(tx.orgId)),
        name: model.name,
      });
    });
  }

  /** Keeps the stored key only if the server stays the same, since the key must not be sent to another one. */
  private sealedKey(orgId: string, { name, baseUrl, apiKey }: OwnModel, before: StoredModel | undefined) {
    if (typeof apiKey === 'string') return this.sealer.seal(modelKeyPlace(orgId, name), apiKey);
    if (apiKey === null || !before?.apiKey) return null;
    if (new URL(before.baseUrl).origin !== new URL(baseUrl).origin)
      throw new TurnpikeError('The address changed. Enter the key again, or send null for no key.', {
        code: 'KEY_NEEDED_AGAIN',
        kind: 'invalid',
        pointer: '/apiKey',
      });
    return before.apiKey;
  }

  private current(table: CooldownTable): Promise<StoredCooldown[]> {
    return this.database.asPlatform(FOR_EVERY_WORKER, (tx) =>
      new CooldownRepository(tx, this.clock, table).current(),
    );
  }

  /**
   * Ends a cooldown or refusal in every worker; without `name` all of the place.
   *
   * @param inSameCommit receives false if there was none.
   */
  private async end(
    table: CooldownTable,
    of: { place: string; name?: string },
    inSameCommit: (tx: PlatformTransaction, wasKnown: boolean) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { database, changes, clock } = this;
    await database.asPlatform(FOR_EVERY_WORKER, async (tx: PlatformTransaction) => {
      const wasKnown = await new CooldownRepository(tx, clock, table).end(of);
      await inSameCommit(tx, wasKnown);
      if (wasKnown) await changes.announce(tx, table.topic);
    });
  }

  /** @param work returns the previous values for the audit log. */
  private change(
    orgId: string,
    actor: AuditActor,
    action: string,
    target: string,
    after: object | undefined,
    work: (tx: OrgTransaction) => Promise<object | void>,
  ): Promise<void> {
    const { database, audit, changes } = this;
    return database.forOrg(orgId, async (tx) => {
      const before = await work(tx);
      await audit.record(tx, { actor, action, target, before: before ?? undefined, after });
      await changes.announce(tx, 'models');
    });
  }
}

function checkAddress(guard: AddressGuard, baseUrl: string): void {
  try {
    guard.checkUrl(baseUrl);
  } catch (error) {
    throw error instanceof OutboundRefusedError
      ? new TurnpikeError(error.message, {
          code: 'MODEL_ADDRESS_REFUSED',
          kind: 'invalid',
          pointer: '/baseUrl',
        })
      : error;
  }
}

/** Values for the audit log, without the key. */
function shown({ apiKey, ...model }: OwnModel): object {
  return { ...model, keyChanged: apiKey !== undefined };
}

function shownRow({
  apiKey: _apiKey,
  changedAt: _changedAt,
  changedBy: _changedBy,
  ...row
}: StoredModel): object {
  return row;
}
