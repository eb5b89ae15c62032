import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { OrgTransaction, PlatformTransaction } from '#database';
import type { ModelTier } from '../language-model.ts';
import type { OrgModelRow, OrgProviderKeyRow, OrgTierRow } from './org-model.entities.ts';

const MODEL = `name, model, base_url AS "baseUrl", tier, input_usd AS "inputUsd", cached_input_usd AS "cachedInputUsd",
  output_usd AS "outputUsd", context_window_tokens AS "contextWindowTokens", max_output_tokens AS "maxOutputTokens",
  input_margin AS "inputMargin", abilities, api_key AS "apiKey", changed_at AS "changedAt", changed_by AS "changedBy"`;
const KEY = `provider, fingerprint, sealed, added_at AS "addedAt", added_by AS "addedBy"`;
const TIER = `kind, name, tier, changed_at AS "changedAt", changed_by AS "changedBy"`;

export type StoredModel = Omit<OrgModelRow, 'orgId'>;
export type StoredKey = Omit<OrgProviderKeyRow, 'orgId'>;
export type StoredTier = Omit<OrgTierRow, 'orgId'>;

export interface OrgRows {
  models: OrgModelRow[];
  keys: OrgProviderKeyRow[];
  tiers: OrgTierRow[];
}

/** Models, keys and tiers of orgs. Keys are encrypted. */
@Injectable()
export class OrgModelsRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  models(tx: OrgTransaction): Promise<StoredModel[]> {
    return tx.query(`SELECT ${MODEL} FROM org_models WHERE org_id = $1 ORDER BY name`);
  }

  keys(tx: OrgTransaction): Promise<StoredKey[]> {
    return tx.query(
      `SELECT ${KEY} FROM org_provider_keys WHERE org_id = $1 ORDER BY provider, added_at, fingerprint`,
    );
  }

  tiers(tx: OrgTransaction): Promise<StoredTier[]> {
    return tx.query(`SELECT ${TIER} FROM org_tiers WHERE org_id = $1 ORDER BY kind, name`);
  }

  async all(tx: PlatformTransaction): Promise<OrgRows> {
    return {
      models: await tx.query(`SELECT org_id AS "orgId", ${MODEL} FROM org_models ORDER BY org_id, name`),
      keys: await tx.query(
        `SELECT org_id AS "orgId", ${KEY} FROM org_provider_keys ORDER BY org_id, provider, added_at, fingerprint`,
      ),
      tiers: await tx.query(`SELECT org_id AS "orgId", ${TIER} FROM org_tiers ORDER BY org_id, kind, name`),
    };
  }

  async putModel(tx: OrgTransaction, model: Omit<StoredModel, 'changedAt'>): Promise<void> {
    await tx.execute(
      `INSERT INTO org_models (org_id, name, model, base_url, tier, input_usd, cached_input_usd, output_usd,
                               context_window_tokens, max_output_tokens, abilities, api_key, changed_at, changed_by, input_margin)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       ON CONFLICT (org_id, name) DO UPDATE
         SET model = $3, base_url = $4, tier = $5, input_usd = $6, cached_input_usd = $7, output_usd = $8,
             context_window_tokens = $9, max_output_tokens = $10, abilities = $11, api_key = $12, changed_at = $13,
             changed_by = $14, input_margin = $15`,
      [
        model.name,
        model.model,
        model.baseUrl,
        model.tier,
        model.inputUsd,
        model.cachedInputUsd,
        model.outputUsd,
        model.contextWindowTokens,
        model.maxOutputTokens,
        model.abilities,
        model.apiKey,
        this.clock.now(),
        model.changedBy,
        model.inputMargin,
      ],
    );
  }

  /** @returns false if the org has no model of that name. */
  async removeModel(tx: OrgTransaction, name: string): Promise<boolean> {
    await tx.execute(`DELETE FROM org_tiers WHERE org_id = $1 AND kind = 'model' AND name = $2`, [name]);
    return (await tx.execute('DELETE FROM org_models WHERE org_id = $1 AND name = $2', [name])) > 0;
  }

  /** @param tier null restores the platform's tier. */
  async setTier(
    tx: OrgTransaction,
    kind: 'model' | 'task',
    name: string,
    tier: ModelTier | 'off' | null,
    by: string | null,
  ): Promise<void> {
    if (tier === null) {
      await tx.execute('DELETE FROM org_tiers WHERE org_id = $1 AND kind = $2 AND name = $3', [kind, name]);
      return;
    }
    await tx.execute(
      `INSERT INTO org_tiers (org_id, kind, name, tier, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (org_id, kind, name) DO UPDATE SET tier = $4, changed_at = $5, changed_by = $6`,
      [kind, name, tier, this.clock.now(), by],
    );
  }

  /** @returns false if the org already has the key. */
  async addKey(tx: OrgTransaction, key: Omit<StoredKey, 'addedAt'>): Promise<boolean> {
    const { provider, fingerprint, sealed, addedBy } = key;
    const added = await tx.execute(
      `INSERT INTO org_provider_keys (org_id, provider, fingerprint, sealed, added_at, added_by)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id, provider, fingerprint) DO NOTHING`,
      [provider, fingerprint, sealed, this.clock.now(), addedBy],
    );
    return added > 0;
  }

  /** @returns false if the org does not have the key. */
  async removeKey(tx: OrgTransaction, provider: string, fingerprint: string): Promise<boolean> {
    const removed = await tx.execute(
      'DELETE FROM org_provider_keys WHERE org_id = $1 AND provider = $2 AND fingerprint = $3',
      [provider, fingerprint],
    );
    return removed > 0;
  }
}
