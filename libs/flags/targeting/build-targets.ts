import type { FlagCatalogue } from '../flag-catalogue.ts';
import { parseFlagValue, type FlagDefinition } from '../flag-definition.ts';
import type { StoredRule } from '../flag-rule.repository.ts';
import { bucketsOf } from './bucket.ts';
import type { FlagTargets, OrgTargets } from './targeting.ts';

/**
 * Builds the targets by flag. Rows of flags that no installed pack declares, and values that a flag no longer has, count as
 * not set. They apply again when the pack is installed again.
 */
export function buildTargets(
  catalogue: FlagCatalogue,
  rules: readonly StoredRule[],
): Map<string, FlagTargets> {
  const targets = new Map<string, FlagTargets>();
  for (const rule of rules) {
    const flag = catalogue.find(rule.flag);
    if (!flag || rule.value === null) continue;
    const ofFlag: FlagTargets = targets.get(rule.flag) ?? { killed: false, orgs: new Map() };
    targets.set(rule.flag, ofFlag);
    addRule(flag, ofFlag, rule, rule.value);
  }
  return targets;
}

function addRule(flag: FlagDefinition, targets: FlagTargets, rule: StoredRule, text: string): void {
  if (rule.at === 'kill') {
    targets.killed = true;
    return;
  }
  const value = parseFlagValue(flag, text);
  if (value === undefined) return;
  if (rule.at === 'default') {
    targets.default = value;
    return;
  }
  const org: OrgTargets = targets.orgs.get(rule.orgId) ?? { conversations: new Map() };
  targets.orgs.set(rule.orgId, org);
  if (rule.at === 'org') org.value = value;
  else if (rule.at === 'share') org.share = { buckets: bucketsOf(rule.percent ?? 0), value };
  else org.conversations.set(rule.conversationId, value);
}
