import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database, type OrgTransaction, type PlatformTransaction } from '#database';
import { AuditLog, SecretBox, type AuditActor } from '#identity';
import { OutboundHttp, OutboundRefusedError, type AddressGuard } from '#outbound';
import { Changes } from '#queue';
import { fingerprintOf } from '../keys/key-states.ts';
import { KeyStateRepository, type StoredKeyState } from '../keys/key-state.repository.ts';
import type { KeyedProvider, ModelTier, ProviderName } from '../language-model.ts';
import { ModelRegistry, type ModelCapabilities, type ModelPrices } from '../registry.ts';
import {
  KeyNeededAgainError,
  ModelAddressRefusedError,
  ModelExistsError,
  ModelCooldownNotFoundError,
  OrgModelNotFoundError,
  ProviderKeyExistsError,
  ProviderKeyNotFoundError,
  TooManyOwnError,
  UnknownTierTargetError,
} from './org-models.errors.ts';
import { ModelCooldownRepository } from '../calls/model-cooldown.repository.ts';
import { keyPlace } from '../keys/provider-keys.ts';
import { OrgModelsRepository, type StoredModel } from './org-models.repository.ts';
import { keyOwnerOf, modelKeyPlace, providerKeyPlace } from './places.ts';

const MAX_MODELS = 50;
const MAX_KEYS_PER_PROVIDER = 20;

export interface OwnModel {
  name: string;
  /** As its server calls it. */
  model: string;
  baseUrl: string;
  tier: ModelTier;
  prices: Pick<ModelPrices, 'input' | 'cachedInput' | 'output'>;
  contextWindowTokens: number;
  maxOutputTokens: number;
  inputMargin: number;
  abilities: ModelCapabilities;
  /** Null for a server that wants none; undefined leaves the one that there is. */
  apiKey: string | null | undefined;
}

/** A key that rests or was refused; nothing where it is used. */
export type KeyTrouble = Pick<StoredKeyState, 'cooldownMs' | 'removedStatus' | 'changedAt'>;

export interface SeenKey {
  provider: string;
  /** Of an org's own model: its name. */
  model: string | null;
  fingerprint: string;
  addedAt: Date | null;
  trouble: KeyTrouble | null;
}

/** Injection token of the tiers of every task type, of the platform and of the installed packs. */
export const TASK_TIERS = Symbol('TaskTiers');

/** Models, keys and tiers of orgs, as people see and change them. Every change is audited and holds within 2 s. */
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
    /** Every task type that there is, with the tier that it has without the org's own. */
    @Inject(TASK_TIERS) readonly taskTiers: Readonly<Record<string, ModelTier>>,
  ) {}

  /** The org's own rows; nothing for the platform. Sealed keys are among them, and stay with the caller. */
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
   * @throws ModelExistsError; TooManyOwnError; ModelAddressRefusedError for an address that may not be asked;
   *   SecretsKeyMissingError for a key where nothing can be encrypted.
   */
  add(orgId: string, model: OwnModel, actor: AuditActor): Promise<void> {
    return this.change(orgId, actor, 'model.add', `model:${model.name}`, shown(model), async (tx) => {
      const known = await this.repository.models(tx);
      const isTaken = known.some(({ name }) => name === model.name) || this.registry.find(model.name);
      if (isTaken) throw new ModelExistsError(model.name);
      if (known.length >= MAX_MODELS) throw new TooManyOwnError('models of its own', MAX_MODELS);
      await this.put(tx, model, undefined, actor);
    });
  }

  /** Puts other values in place of those of a model. @throws OrgModelNotFoundError; KeyNeededAgainError; as {@link add}. */
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
   * Gives a model or a task another tier within the org; null: the platform's again.
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
      // What is known no more can still be cleared.
      if (tier !== null && !known.includes(name)) throw new UnknownTierTargetError(kind, name, known);
      const before = (await repository.tiers(tx)).find((row) => row.kind === kind && row.name === name);
      await repository.setTier(tx, kind, name, tier, actor.userId ?? null);
      return { tier: before?.tier ?? null };
    });
  }

  /** @throws ProviderKeyExistsError; TooManyOwnError; SecretsKeyMissingError. @returns the fingerprint. */
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
        throw new ProviderKeyExistsError();
    });
    // It may have been refused when it was here before; and models that the org's other keys do not know, it may.
    await this.forget(`${keyOwnerOf(orgId)}/${provider}`, fingerprint);
    await this.wake(orgId, provider);
    return fingerprint;
  }

  /** @throws ProviderKeyNotFoundError */
  removeKey(orgId: string, provider: KeyedProvider, fingerprint: string, actor: AuditActor): Promise<void> {
    const target = `provider_key:${provider}/${fingerprint}`;
    return this.change(orgId, actor, 'provider_key.remove', target, undefined, async (tx) => {
      if (!(await this.repository.removeKey(tx, provider, fingerprint))) throw new ProviderKeyNotFoundError();
    });
  }

  /** The org's keys, with what is known against them; for the platform, those of the deployment that rest or are out. */
  async keys(orgId: string | null): Promise<SeenKey[]> {
    const { database, repository } = this;
    const states = await this.states();
    if (orgId === null)
      return states
        .filter(({ provider }) => !provider.startsWith('org/'))
        .map((state) => ({ ...state, model: null, addedAt: null, trouble: state }));
    const rows = await database.forOrg(orgId, async (tx) => ({
      keys: await repository.keys(tx),
      models: await repository.models(tx),
    }));
    const troubleOf = (owner: string, provider: string) =>
      states.filter((state) => state.provider === `${owner}/${provider}`);
    return [
      ...rows.keys.map(({ provider, fingerprint, addedAt }) => {
        const trouble = troubleOf(keyOwnerOf(orgId), provider).find(
          (state) => state.fingerprint === fingerprint,
        );
        return { provider, model: null, fingerprint, addedAt, trouble: trouble ?? null };
      }),
      // Of the one key of a model only the trouble is of interest: its fingerprint is not kept beside it.
      ...rows.models.flatMap(({ name }) =>
        troubleOf(keyOwnerOf(orgId, name), 'compatible').map((state) => ({
          ...state,
          provider: 'compatible',
          model: name,
          addedAt: null,
          trouble: state,
        })),
      ),
    ];
  }

  /**
   * Lets a key be used again that rests or was refused: of the org, or with null of the deployment.
   *
   * @param model the own model whose key it is, for provider `compatible`.
   * @throws ProviderKeyNotFoundError when nothing is known against it.
   */
  async putBack(
    orgId: string | null,
    key: { provider: string; fingerprint: string; model?: string },
    actor: AuditActor,
  ): Promise<void> {
    const { database, audit, changes, clock } = this;
    const owner = orgId === null ? '' : `${keyOwnerOf(orgId, key.model)}/`;
    await database.asPlatform('keys rest for every worker', async (tx) => {
      const rows = new KeyStateRepository(tx, clock);
      if (!(await rows.putBack(`${owner}${key.provider}`, key.fingerprint)))
        throw new ProviderKeyNotFoundError();
      const target = `provider_key:${[key.model, key.provider].filter(Boolean).join('/')}/${key.fingerprint}`;
      await audit.record(tx, { orgId, actor, action: 'provider_key.put_back', target });
      await changes.announce(tx, 'keys');
    });
  }

  /** Models that rest because their provider did not know them: by the way of the org, or with null by that of the deployment. */
  async resting(
    orgId: string | null,
  ): Promise<{ provider: string; model: string; forMs: number; here: boolean }[]> {
    const { database, clock } = this;
    const rows = await database.asPlatform('models rest for every worker', (tx) =>
      new ModelCooldownRepository(tx, clock).current(),
    );
    const own = orgId === null ? '' : `${keyOwnerOf(orgId)}/`;
    return [...new Set([own, ''])].flatMap((prefix) =>
      rows
        .filter(({ place }) => place.startsWith(prefix) && !place.slice(prefix.length).includes('/'))
        .map(({ place, ...rest }) => ({
          ...rest,
          provider: place.slice(prefix.length),
          here: prefix === own,
        })),
    );
  }

  /**
   * Has a model asked again that rests because its provider did not know it: by the way of the org, or with null by that of
   * the deployment.
   *
   * @throws ModelCooldownNotFoundError
   */
  async putBackModel(
    orgId: string | null,
    { provider, model }: { provider: ProviderName; model: string },
    actor: AuditActor,
  ): Promise<void> {
    const { database, audit, changes, clock } = this;
    const place = keyPlace(provider, orgId === null ? undefined : keyOwnerOf(orgId));
    await database.asPlatform('models rest for every worker', async (tx) => {
      if (!(await new ModelCooldownRepository(tx, clock).forget(place, model)))
        throw new ModelCooldownNotFoundError(provider, model);
      const target = `model:${provider}/${model}`;
      await audit.record(tx, { orgId, actor, action: 'model.put_back', target });
      await changes.announce(tx, 'model_cooldowns');
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
    if (typeof apiKey === 'string')
      tx.afterCommit(() =>
        this.forget(`${keyOwnerOf(tx.orgId, model.name)}/compatible`, fingerprintOf(apiKey)),
      );
    tx.afterCommit(() => this.wake(tx.orgId, 'compatible', model.name));
  }

  /** The stored key goes to the address that it was entered for, and to no other: nobody could read it otherwise. */
  private sealedKey(orgId: string, { name, baseUrl, apiKey }: OwnModel, before: StoredModel | undefined) {
    if (typeof apiKey === 'string') return this.sealer.seal(modelKeyPlace(orgId, name), apiKey);
    if (apiKey === null || !before?.apiKey) return null;
    if (new URL(before.baseUrl).origin !== new URL(baseUrl).origin) throw new KeyNeededAgainError();
    return before.apiKey;
  }

  private states(): Promise<StoredKeyState[]> {
    return this.database.asPlatform('keys rest for every worker', (tx) =>
      new KeyStateRepository(tx, this.clock).current(),
    );
  }

  private async forget(place: string, fingerprint: string): Promise<void> {
    const { database, changes, clock } = this;
    await database.asPlatform('keys rest for every worker', async (tx: PlatformTransaction) => {
      if (await new KeyStateRepository(tx, clock).putBack(place, fingerprint))
        await changes.announce(tx, 'keys');
    });
  }

  /** Models that were not known before the change may be now: they are asked again. @param model none for all. */
  private async wake(orgId: string, provider: ProviderName, model?: string): Promise<void> {
    const { database, changes, clock } = this;
    await database.asPlatform('models rest for every worker', async (tx: PlatformTransaction) => {
      if (await new ModelCooldownRepository(tx, clock).forget(keyPlace(provider, keyOwnerOf(orgId)), model))
        await changes.announce(tx, 'model_cooldowns');
    });
  }

  /** @param work returns what was there before, for the audit log. */
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
    throw error instanceof OutboundRefusedError ? new ModelAddressRefusedError(error.message) : error;
  }
}

/** For the audit log: all but the key. */
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
