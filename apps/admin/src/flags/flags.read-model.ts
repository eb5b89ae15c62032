import { Inject, Injectable } from '@nestjs/common';
import type { FlagDetail, FlagInOrg, FlagSettingView, FlagView } from '#contracts';
import {
  buildTargets,
  evaluateFlag,
  FlagCatalogue,
  FlagRuleRepository,
  parseFlagValue,
  RolloutGate,
  safeValueOf,
  valuesOf,
  type FlagDefinition,
  type FlagPlace,
  type StoredRule,
} from '#flags';
import { OrgService, ShortLivedCache, type Org } from '#identity';
import type { OrgScope } from '../session/org-scope.ts';

/** Gate figures change slowly, and pages poll every few seconds. */
const GATE_MAX_AGE_MS = 15_000;

/** Flags with their settings and effective values per org, read from the current rows. */
@Injectable()
export class FlagsReadModel {
  private readonly gates = new ShortLivedCache<FlagView['gate']>(GATE_MAX_AGE_MS);

  constructor(
    @Inject(FlagCatalogue) private readonly catalogue: FlagCatalogue,
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(RolloutGate) private readonly gate: RolloutGate,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  async list(scope: OrgScope): Promise<FlagView[]> {
    const [rules, orgs] = await Promise.all([this.rules.all(), this.orgsOf(scope)]);
    return Promise.all(this.catalogue.all.map((flag) => this.view(flag, rules, orgs)));
  }

  /** @throws UnknownFlagError */
  async detail(scope: OrgScope, key: string): Promise<Omit<FlagDetail, 'history'>> {
    const flag = this.catalogue.get(key);
    const [rules, orgs] = await Promise.all([this.rules.all(), this.orgsOf(scope)]);
    return { flag: await this.view(flag, rules, orgs), conversations: pinnedIn(flag, rules, orgs) };
  }

  private async view(flag: FlagDefinition, all: readonly StoredRule[], orgs: Org[]): Promise<FlagView> {
    const rules = all.filter((rule) => rule.flag === flag.key);
    const targets = buildTargets(this.catalogue, rules).get(flag.key);
    return {
      key: flag.key,
      type: flag.type,
      values: [...valuesOf(flag)],
      description: flag.description,
      owner: flag.owner,
      declaredDefault: flag.default,
      safe: safeValueOf(flag),
      killed: targets?.killed ?? false,
      kill: settingAt(flag, rules, 'kill', null),
      default: settingAt(flag, rules, 'default', null),
      gate: await this.gates.get(flag.key, () => this.gateOf(flag)),
      guard: flag.type === 'variants' ? (flag.guard ?? null) : null,
      orgs: orgs.map((org): FlagInOrg => {
        const { value, source } = evaluateFlag(flag, targets, { orgId: org.id });
        return {
          org: { id: org.id, slug: org.slug, name: org.name },
          effective: value,
          // Without a conversation neither a share nor a pin can decide.
          source: source as FlagInOrg['source'],
          own: settingAt(flag, rules, 'org', org.id),
          share: settingAt(flag, rules, 'share', org.id),
          pinned: targets?.orgs.get(org.id)?.conversations.size ?? 0,
        };
      }),
    };
  }

  /** Covers all orgs, also for viewers of one org: the gate decides about the default of all of them. */
  private async gateOf(flag: FlagDefinition): Promise<FlagView['gate']> {
    const [status, days] = await Promise.all([this.gate.statusOf(flag), this.gate.daysOf(flag)]);
    return (
      status && { ...status, days: days.map(({ day, turns, hits }) => ({ day, turns, rate: hits / turns })) }
    );
  }

  private async orgsOf({ orgId }: OrgScope): Promise<Org[]> {
    if (orgId === null) return this.orgs.list();
    const org = await this.orgs.byId(orgId);
    return org ? [org] : [];
  }
}

function settingAt(
  flag: FlagDefinition,
  rules: StoredRule[],
  at: FlagPlace['at'],
  orgId: string | null,
): FlagSettingView {
  const rule = rules.find((candidate) => candidate.at === at && candidate.orgId === orgId);
  if (!rule || rule.value === null) return { value: null, percent: null, revision: rule?.revision ?? 0 };
  const value = at === 'kill' ? true : (parseFlagValue(flag, rule.value) ?? rule.value);
  return { value, percent: rule.percent, revision: rule.revision };
}

function pinnedIn(
  flag: FlagDefinition,
  rules: readonly StoredRule[],
  orgs: Org[],
): FlagDetail['conversations'] {
  const slugs = new Map(orgs.map((org) => [org.id, org.slug]));
  return rules.flatMap((rule) => {
    if (rule.flag !== flag.key || rule.at !== 'conversation' || rule.value === null) return [];
    const org = slugs.get(rule.orgId);
    const { conversationId, revision } = rule;
    return org === undefined
      ? []
      : [{ org, conversationId, value: parseFlagValue(flag, rule.value) ?? rule.value, revision }];
  });
}
