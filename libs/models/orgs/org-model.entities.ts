import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ModelTier } from '../language-model.ts';

/** An org's own model, on a server that speaks OpenAI's chat completions. Prices in USD per million tokens. */
@Entity('org_models')
@Check('ck_org_models_tier', `tier IN ('flash', 'standard', 'premium')`)
export class OrgModelRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_org_models' })
  orgId: string;

  /** Name in the org, its routes and traces. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_org_models' })
  name: string;

  /** Model name on the server. */
  @Column('text')
  model: string;

  @Column('text')
  baseUrl: string;

  @Column('text')
  tier: ModelTier;

  @Column('numeric', { precision: 12, scale: 6 })
  inputUsd: string;

  @Column('numeric', { precision: 12, scale: 6 })
  cachedInputUsd: string;

  @Column('numeric', { precision: 12, scale: 6 })
  outputUsd: string;

  @Column('integer')
  contextWindowTokens: number;

  @Column('integer')
  maxOutputTokens: number;

  /** As in `ModelEntry`. */
  @Column('double precision')
  inputMargin: number;

  /** Names of `ModelCapabilities`. */
  @Column('text', { array: true })
  abilities: string[];

  /** Encrypted key; null for a server without keys. */
  @Column('text', { nullable: true })
  apiKey: string | null;

  @Column('timestamptz')
  changedAt: Date;

  @Column('uuid', { nullable: true })
  changedBy: string | null;
}

/** An org's tier for a model or task, which replaces the platform's. `off` excludes a model. */
@Entity('org_tiers')
@Check('ck_org_tiers_kind', `kind IN ('model', 'task')`)
@Check('ck_org_tiers_tier', `tier IN ('flash', 'standard', 'premium') OR (kind = 'model' AND tier = 'off')`)
export class OrgTierRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_org_tiers' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_org_tiers' })
  kind: 'model' | 'task';

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_org_tiers' })
  name: string;

  @Column('text')
  tier: ModelTier | 'off';

  @Column('timestamptz')
  changedAt: Date;

  @Column('uuid', { nullable: true })
  changedBy: string | null;
}

/** An org's own key for a provider. */
@Entity('org_provider_keys')
@Check('ck_org_provider_keys_provider', `provider IN ('google', 'openai', 'anthropic')`)
export class OrgProviderKeyRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_org_provider_keys' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_org_provider_keys' })
  provider: string;

  /** 16 hexadecimal digits of the key's SHA-256. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_org_provider_keys' })
  fingerprint: string;

  @Column('text')
  sealed: string;

  @Column('timestamptz')
  addedAt: Date;

  @Column('uuid', { nullable: true })
  addedBy: string | null;
}
