import type { FlagDifference, FlagDocument } from '#contracts';
import type { FlagCatalogue } from '../flag-catalogue.ts';
import { parseFlagValue, valuesOf, type FlagDefinition, type FlagValue } from '../flag-definition.ts';
import {
  conversationPlace,
  describePlace,
  KILL_SWITCH,
  orgPlace,
  PLATFORM_DEFAULT,
  type FlagPlace,
} from '../flag-place.ts';
import type { StoredRule } from '../flag-rule.repository.ts';
import { checkPercent } from './flag.service.ts';
import type { WantedSetting } from './flag-writer.ts';

/** An org that a document may name. */
export interface KnownOrg {
  id: string;
  slug: string;
}

export interface PlannedChange {
  flag: FlagDefinition;
  place: FlagPlace;
  wanted: WantedSetting;
  /** Revision on which the plan is based. */
  seen: number;
  difference: FlagDifference;
}

type FlagEntry = FlagDocument['flags'][string];

/** Exports all values by org slug, in a form for people and for other installations. */
export function toDocument(
  catalogue: FlagCatalogue,
  rules: readonly StoredRule[],
  orgs: readonly KnownOrg[],
): FlagDocument {
  const flags: FlagDocument['flags'] = Object.fromEntries(catalogue.keys.map((key) => [key, {}]));
  const slugs = new Map(orgs.map(({ id, slug }) => [id, slug]));
  for (const rule of rules) {
    const flag = catalogue.find(rule.flag);
    const entry = flags[rule.flag];
    if (flag && entry && rule.value !== null) addToEntry(flag, entry, rule, rule.value, slugs);
  }
  return { version: 1, flags };
}

function addToEntry(
  flag: FlagDefinition,
  entry: FlagEntry,
  rule: StoredRule,
  text: string,
  slugs: ReadonlyMap<string, string>,
): void {
  if (rule.at === 'kill') entry.killed = true;
  const value = parseFlagValue(flag, text);
  if (rule.at === 'kill' || value === undefined) return;
  if (rule.at === 'default') {
    entry.default = value;
    return;
  }
  const slug = slugs.get(rule.orgId);
  if (slug === undefined) return;
  const orgs = (entry.orgs ??= {});
  // An org may be called `constructor`.
  if (!Object.hasOwn(orgs, slug)) orgs[slug] = {};
  const org = orgs[slug] ?? {};
  if (rule.at === 'org') org.value = value;
  else if (rule.at === 'share') org.share = { percent: rule.percent ?? 0, value };
  else (org.conversations ??= {})[rule.conversationId] = value;
}

/** Reads the wanted value of each place, or the problems of the document. */
export function readDocument(
  catalogue: FlagCatalogue,
  document: FlagDocument,
  orgs: readonly KnownOrg[],
): { wanted: { flag: FlagDefinition; place: FlagPlace; setting: WantedSetting }[]; problems: string[] } {
  const wanted: { flag: FlagDefinition; place: FlagPlace; setting: WantedSetting }[] = [];
  const problems: string[] = [];
  const ids = new Map(orgs.map(({ id, slug }) => [slug, id]));
  const places = new Set<string>();
  const want = (flag: FlagDefinition, place: FlagPlace, value: FlagValue, percent?: number) => {
    const key = placeKey(flag.key, place);
    // The same id in two spellings.
    if (places.has(key)) problems.push(`${flag.key} is set twice ${describePlace(place)}`);
    places.add(key);
    if (place.at !== 'kill' && !valuesOf(flag).includes(value))
      problems.push(`${flag.key} cannot be ${JSON.stringify(value)} (${valuesOf(flag).join(', ')})`);
    try {
      checkPercent(place, percent);
    } catch (error) {
      problems.push(`${flag.key}: ${(error as Error).message}`);
    }
    wanted.push({ flag, place, setting: { value, percent } });
  };
  for (const [key, entry] of Object.entries(document.flags)) {
    const flag = catalogue.find(key);
    if (!flag) {
      problems.push(`there is no flag ${key} (${catalogue.keys.join(', ')})`);
      continue;
    }
    if (entry.killed) want(flag, KILL_SWITCH, true);
    if (entry.default !== undefined) want(flag, PLATFORM_DEFAULT, entry.default);
    for (const [slug, org] of Object.entries(entry.orgs ?? {})) {
      const orgId = ids.get(slug);
      if (orgId === undefined) {
        problems.push(`${key}: there is no org ${slug}`);
        continue;
      }
      if (org.value !== undefined) want(flag, orgPlace('org', orgId), org.value);
      if (org.share) want(flag, orgPlace('share', orgId), org.share.value, org.share.percent);
      for (const [conversationId, value] of Object.entries(org.conversations ?? {}))
        want(flag, conversationPlace(orgId, conversationId.toLowerCase()), value);
    }
  }
  return { wanted, problems };
}

/** Plans the changes from `rules` to `wanted`, for the flags that the document names. */
export function planChanges(
  catalogue: FlagCatalogue,
  document: FlagDocument,
  wanted: { flag: FlagDefinition; place: FlagPlace; setting: WantedSetting }[],
  rules: readonly StoredRule[],
  orgs: readonly KnownOrg[],
): PlannedChange[] {
  const slugs = new Map(orgs.map(({ id, slug }) => [id, slug]));
  const named = new Set(Object.keys(document.flags));
  const left = new Map(
    rules.filter((rule) => named.has(rule.flag)).map((rule) => [placeKey(rule.flag, rule), rule]),
  );
  const planned = wanted.map(({ flag, place, setting }) => {
    const rule = left.get(placeKey(flag.key, place));
    left.delete(placeKey(flag.key, place));
    return plan(flag, place, setting, rule, slugs);
  });
  for (const rule of left.values()) {
    const flag = catalogue.find(rule.flag);
    if (flag) planned.push(plan(flag, rule, { value: null }, rule, slugs));
  }
  return planned.filter(
    ({ difference: { from, fromPercent, to, toPercent } }) => from !== to || fromPercent !== toPercent,
  );
}

function plan(
  flag: FlagDefinition,
  place: FlagPlace,
  wanted: WantedSetting,
  rule: StoredRule | undefined,
  slugs: ReadonlyMap<string, string>,
): PlannedChange {
  const { at, orgId, conversationId } = place;
  const from = rule?.value ?? null;
  return {
    flag,
    place: { at, orgId, conversationId } as FlagPlace,
    wanted,
    seen: rule?.revision ?? 0,
    difference: {
      flag: flag.key,
      place: at,
      org: orgId === null ? null : (slugs.get(orgId) ?? orgId),
      conversationId,
      from: from === null ? null : at === 'kill' ? true : (parseFlagValue(flag, from) ?? from),
      fromPercent: rule?.percent ?? null,
      to: wanted.value,
      toPercent: wanted.percent ?? null,
    },
  };
}

function placeKey(flag: string, { at, orgId, conversationId }: FlagPlace): string {
  return [flag, at, orgId, conversationId].join(' ');
}
