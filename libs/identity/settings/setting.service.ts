import type { SettingView } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import type { AuditActor, AuditLog } from '../audit/audit-log.repository.ts';
import { OrgNotFoundError } from '../identity.errors.ts';
import { holdSettings } from '../orgs/org.repository.ts';
import type { OrgService, SettingChange } from '../orgs/org.service.ts';
import { settingsBehind, type DeploymentSettings } from './org-settings.ts';
import { checkSetting, namesIn } from './check-setting.ts';
import type { KnownSetting, KnownSettings } from './known-settings.ts';
import { nearestNames } from './nearest-names.ts';
import { viewOf } from './setting-view.ts';
import { InvalidSettingError, SettingReasonError, UnknownNameInSettingError } from './settings.errors.ts';

const MAX_REASON_CHARACTERS = 1_000;

/** The names that settings may list. A lib above this one implements it. */
export interface NamedBySettings {
  /** Tools that agents of the org may use. */
  toolNames(orgId: string): readonly string[];
}

export interface SettingDecision {
  actor: AuditActor;
  /** The reason in words, kept in the audit log. */
  why: string;
}

/**
 * Reads and changes settings of orgs. Each change writes an audit entry in its transaction and takes effect everywhere
 * within 2 s.
 */
export class SettingService {
  constructor(
    private readonly database: Database,
    private readonly orgs: OrgService,
    private readonly audit: AuditLog,
    private readonly known: KnownSettings,
    private readonly deployment: DeploymentSettings,
    private readonly named: NamedBySettings,
  ) {}

  /** All settings of the org, the platform's first. @throws OrgNotFoundError */
  async list(orgId: string): Promise<SettingView[]> {
    const view = await this.viewer(orgId);
    return this.known.all.map(view);
  }

  /** @throws UnknownSettingError, OrgNotFoundError */
  async get(orgId: string, name: string): Promise<SettingView> {
    const setting = this.known.get(name);
    return (await this.viewer(orgId))(setting);
  }

  /**
   * Sets the org's own value.
   *
   * @throws UnknownSettingError, InvalidSettingError, UnknownNameInSettingError, SettingReasonError, OrgNotFoundError
   * @throws SecretsKeyMissingError for a secret if the deployment has no `SECRETS_KEY`.
   */
  async set(orgId: string, name: string, text: string, decision: SettingDecision): Promise<SettingView> {
    const setting = this.known.get(name);
    const value = this.fittingValue(orgId, setting, text);
    const change = setting.kind === 'secret' ? { secret: value } : value;
    await this.change(orgId, setting, change, decision);
    return this.get(orgId, name);
  }

  /**
   * Removes the org's own value, so that the deployment's value or the default applies again. Has no effect if the org has
   * no value.
   *
   * @throws UnknownSettingError, SettingReasonError, OrgNotFoundError
   */
  async clear(orgId: string, name: string, decision: SettingDecision): Promise<SettingView> {
    await this.change(orgId, this.known.get(name), null, decision);
    return this.get(orgId, name);
  }

  private async viewer(orgId: string): Promise<(setting: KnownSetting) => SettingView> {
    const org = await this.orgs.byId(orgId);
    if (!org) throw new OrgNotFoundError();
    const behind = settingsBehind(org, this.deployment);
    return (setting) => viewOf(setting, storedIn(org.settings, setting.name), behind);
  }

  private fittingValue(orgId: string, setting: KnownSetting, text: string): string {
    const checked = checkSetting(setting, text);
    if ('expected' in checked)
      throw new InvalidSettingError(
        setting.name,
        checked.expected,
        setting.kind === 'secret' || setting.kind === 'url' ? undefined : text,
      );
    if (setting.kind === 'names') this.refuseUnknownNames(orgId, setting.name, namesIn(checked.value));
    return checked.value;
  }

  private refuseUnknownNames(orgId: string, setting: string, names: readonly string[]): void {
    const tools = this.named.toolNames(orgId);
    const unknown = names.find((name) => !tools.includes(name));
    if (unknown !== undefined)
      throw new UnknownNameInSettingError(setting, 'tool', unknown, nearestNames(unknown, tools));
  }

  private change(
    orgId: string,
    setting: KnownSetting,
    change: SettingChange,
    { actor, why }: SettingDecision,
  ): Promise<void> {
    const reason = checkReason(why);
    return this.database.forOrg(orgId, async (tx) => {
      const stored = await holdSettings(tx);
      if (!stored) throw new OrgNotFoundError();
      const before = storedIn(stored, setting.name);
      if (change === null && before === undefined) return;
      await this.orgs.changeSettings(tx, { [setting.name]: change });
      await this.record(tx, setting, { before, after: change }, { actor, why: reason });
    });
  }

  private record(
    tx: OrgTransaction,
    setting: KnownSetting,
    { before, after }: { before: string | undefined; after: SettingChange },
    { actor, why }: SettingDecision,
  ): Promise<void> {
    // For a secret, the log only records whether it was set, because anyone with the key could decrypt a sealed value.
    const shown = (value: SettingChange) =>
      setting.kind === 'secret' ? { isSet: value !== null } : { value };
    return this.audit.record(tx, {
      actor,
      action: after === null ? 'setting.clear' : 'setting.set',
      target: `setting:${setting.name}`,
      before: shown(before ?? null),
      after: shown(after),
      reason: why,
    });
  }
}

/** @throws SettingReasonError for an empty or too long reason. */
function checkReason(why: string): string {
  const text = why.trim();
  if (text === '') throw new SettingReasonError('Say why: a change needs a written reason.');
  if (text.length > MAX_REASON_CHARACTERS)
    throw new SettingReasonError(`A reason has at most ${MAX_REASON_CHARACTERS} characters.`);
  return text;
}

function storedIn(settings: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}
