import { Inject, Injectable, Optional } from '@nestjs/common';
import { CLOCK, isUuid, newId, type Clock } from '#config';
import { isTimeZone } from '#text';
import { Database, type OrgTransaction } from '#database';
import { AlreadyExistsError, InvalidIdentityError, OrgNotFoundError } from '../identity.errors.ts';
import type { Org } from './org.entity.ts';
import { findOrg, holdSettings, insertOrg, listOrgs, updateSettings } from './org.repository.ts';
import {
  DEPLOYMENT_SETTINGS,
  readSettings,
  settingPlace,
  settingsBehind,
  TIMEZONE_SETTING,
  type DeploymentSettings,
  type OrgSettings,
} from '../settings/org-settings.ts';
import { timeZone } from '../settings/read-setting.ts';
import { ShortLivedCache } from './short-lived-cache.ts';
import { isSealed, SecretBox } from '../settings/secret-box.ts';
import { KnownSettings } from '../settings/known-settings.ts';

const SLUG = /^[a-z][a-z0-9-]{0,62}$/;

export interface NewOrg {
  /** Lower-case letters, digits and hyphens, at most 63. */
  slug: string;
  name: string;
  defaultPack?: string | null;
  packs?: string[];
  /** IANA name. Defaults to the deployment's `ORG_TIMEZONE`, or else to `UTC`. */
  timezone?: string;
  /** Stored unchanged. */
  settings?: Record<string, string>;
}

/** A new value, a secret that is sealed before it is stored, or null to return to the deployment's value. */
export type SettingChange = string | { secret: string } | null;

/** The orgs. Cached answers are at most 2 s older than changes made by other processes. */
@Injectable()
export class OrgService {
  private readonly recent = new ShortLivedCache<Org | null>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT_SETTINGS) private readonly deployment: DeploymentSettings,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Optional() @Inject(KnownSettings) private readonly known = new KnownSettings(),
  ) {}

  /**
   * @throws AlreadyExistsError if the slug is taken.
   * @throws InvalidIdentityError if slug, name or time zone are invalid.
   */
  async create(org: NewOrg): Promise<Org> {
    const created = await this.insert(org);
    if (!created) throw new AlreadyExistsError('slug');
    return created;
  }

  /** Finds the org with this slug, or creates it. An existing org does not change. */
  async ensure(org: NewOrg): Promise<Org> {
    const created = await this.insert(org);
    if (created) return created;
    const known = await this.bySlug(org.slug);
    if (!known) throw new OrgNotFoundError();
    return known;
  }

  async byId(orgId: string): Promise<Org | null> {
    if (!isUuid(orgId)) return null;
    return this.recent.get(orgId.toLowerCase(), () =>
      this.database.forOrg(orgId, (tx) => findOrg(tx, 'id', orgId)),
    );
  }

  async bySlug(slug: string): Promise<Org | null> {
    return this.database.asPlatform('an org is looked up by its slug', (tx) => findOrg(tx, 'slug', slug));
  }

  async list(): Promise<Org[]> {
    return this.database.asPlatform('the platform lists its orgs', listOrgs);
  }

  /**
   * The settings of the org, which override those of the deployment. At most 2 s old.
   *
   * @throws OrgNotFoundError
   */
  async settingsOf(orgId: string): Promise<OrgSettings> {
    const org = await this.byId(orgId);
    if (!org) throw new OrgNotFoundError();
    return this.read(org);
  }

  async settingsOfAll(): Promise<Map<string, OrgSettings>> {
    return new Map((await this.list()).map((org) => [org.id, this.read(org)]));
  }

  /** The time zone of the org, or of every org for null, by id: that of its settings, of its creation, or else UTC. */
  async timeZonesOf(orgId: string | null): Promise<Map<string, string>> {
    const settings =
      orgId === null ? await this.settingsOfAll() : [[orgId, await this.settingsOf(orgId)] as const];
    return new Map([...settings].map(([id, own]) => [id, timeZone(own, TIMEZONE_SETTING)]));
  }

  /** Changes only the settings named in `changes`. Secrets are sealed first. */
  async changeSettings(tx: OrgTransaction, changes: Record<string, SettingChange>): Promise<void> {
    const removed: string[] = [];
    const stored: Record<string, string> = {};
    for (const [name, change] of Object.entries(changes)) {
      if (change === null) removed.push(name);
      else stored[name] = this.storedForm(tx.orgId, name, change);
    }
    if (!(await updateSettings(tx, removed, stored))) throw new OrgNotFoundError();
    tx.afterCommit(() => this.recent.forget(tx.orgId));
  }

  /**
   * Seals the org's secret settings with the current key. @returns the number of settings that were sealed with a previous
   * key.
   */
  async resealSettings(tx: OrgTransaction): Promise<number> {
    const stored = Object.entries((await holdSettings(tx)) ?? {}).filter(([, value]) => isSealed(value));
    const resealed = stored.flatMap(([name, value]) => {
      const anew = this.secrets.reseal(settingPlace(tx.orgId, name), value);
      return anew === undefined ? [] : [[name, anew] as const];
    });
    if (resealed.length > 0) await updateSettings(tx, [], Object.fromEntries(resealed));
    return resealed.length;
  }

  private read(org: Org): OrgSettings {
    return readSettings(org.id, org.settings, settingsBehind(org, this.deployment), {
      secrets: this.secrets,
      known: this.known,
    });
  }

  private storedForm(orgId: string, name: string, change: string | { secret: string }): string {
    if (typeof change !== 'string') return this.secrets.seal(settingPlace(orgId, name), change.secret);
    if (isSealed(change)) throw new InvalidIdentityError(name, 'A setting does not begin with "sealed:v1:".');
    return change;
  }

  /** Validates the org before it is created. @throws InvalidIdentityError */
  check(org: NewOrg): void {
    if (!SLUG.test(org.slug)) {
      throw new InvalidIdentityError(
        'slug',
        'A slug is 1 to 63 lower-case letters, digits or hyphens, a letter first.',
      );
    }
    checkName(org.name);
    checkTimezone(this.timezoneOf(org));
  }

  private timezoneOf({ timezone }: NewOrg): string {
    return timezone ?? this.deployment.get(TIMEZONE_SETTING) ?? 'UTC';
  }

  private async insert(org: NewOrg): Promise<Org | undefined> {
    this.check(org);
    const timezone = this.timezoneOf(org);
    return this.database.asPlatform('an org is created', (tx) =>
      insertOrg(tx, {
        id: newId(this.clock),
        slug: org.slug,
        name: org.name,
        defaultPack: org.defaultPack ?? null,
        packs: org.packs ?? [],
        timezone,
        settings: org.settings ?? {},
        createdAt: this.clock.now(),
      }),
    );
  }
}

function checkName(name: string): void {
  if (name.trim().length === 0) throw new InvalidIdentityError('name', 'A name is not empty.');
}

function checkTimezone(timezone: string): void {
  if (!isTimeZone(timezone))
    throw new InvalidIdentityError(
      'timezone',
      `"${timezone}" is not an IANA time zone, such as Asia/Nicosia.`,
    );
}
