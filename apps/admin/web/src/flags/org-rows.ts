import type { FlagInOrg, FlagView } from '#contracts';
import { defaultOf, percentWord, sourceWord, valueWord, idleShare } from './flag-labels.ts';

/** An org with its flag values; the first row is the platform default. */
export interface OrgRow {
  slug: string | null;
  name: string;
  flags: Map<string, FlagInOrg>;
}

/** Rows of the matrix. A search lists only matching orgs, without the default. */
export function orgRowsOf(flags: readonly FlagView[], wanted: string): OrgRow[] {
  const orgs = flags[0]?.orgs ?? [];
  const rows = orgs
    .filter(({ org }) => isFoundBy(org, wanted))
    .map(({ org }): OrgRow => ({
      slug: org.slug,
      name: org.name,
      flags: new Map(
        flags.flatMap((flag) => {
          const here = flag.orgs.find((candidate) => candidate.org.id === org.id);
          return here ? [[flag.key, here] as const] : [];
        }),
      ),
    }));
  return wanted === '' ? [{ slug: null, name: 'Platform default', flags: new Map() }, ...rows] : rows;
}

/** Whether a search for `wanted` (lower case) matches the org. */
export function isFoundBy({ name, slug }: FlagInOrg['org'], wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || slug.includes(wanted);
}

export function valueIn(flag: FlagView, row: OrgRow): { value: FlagInOrg['effective']; inherited: boolean } {
  const here = row.flags.get(flag.key);
  if (here) return { value: here.effective, inherited: here.source !== 'org' && here.source !== 'kill' };
  if (flag.killed) return { value: flag.safe, inherited: false };
  return { value: defaultOf(flag), inherited: flag.default.value === null };
}

/** Source of the value first, then conversations with another value, in words. */
export function valueSources(flag: FlagView, row: OrgRow): string[] {
  const here = row.flags.get(flag.key);
  return here ? whyInOrg(flag, here) : whyByDefault(flag);
}

function whyInOrg(flag: FlagView, here: FlagInOrg): string[] {
  const { source, own, pinned } = here;
  const others = [
    shareWords(here),
    pinned > 0 && `${pinned} pinned ${pinned === 1 ? 'conversation' : 'conversations'}`,
  ].filter((words) => words !== false);
  if (source !== 'kill') return [sourceWord(source), ...others];
  return [sourceWord(source), insteadOf(own.value ?? defaultOf(flag), others)];
}

/** The share of an org, and why it has no effect if so; under a kill switch its text says so. */
function shareWords(here: FlagInOrg): string | false {
  const { percent, value } = here.share;
  if (value === null) return false;
  const words = `${percentWord(percent)} of conversations ${valueWord(value)}`;
  const idle = here.source !== 'kill' && idleShare(here);
  return idle ? `${words} (no effect: ${idle})` : words;
}

function whyByDefault(flag: FlagView): string[] {
  const own = flag.orgs.filter((org) => org.own.value !== null).length;
  const others = own > 0 ? [`${own} ${own === 1 ? 'org has its' : 'orgs have their'} own value`] : [];
  if (flag.killed) return [sourceWord('kill'), insteadOf(defaultOf(flag), others)];
  if (flag.default.value === null) return [sourceWord('code'), ...others];
  return ['platform default', `declared default ${valueWord(flag.declaredDefault)}`, ...others];
}

/** Values that apply again after the kill switch. */
function insteadOf(value: FlagInOrg['effective'], others: readonly string[]): string {
  return `instead of ${[valueWord(value), ...others].join(', ')}`;
}

/** Summary of a row for a card: killed flags first, because settings do not apply there. */
export function summaryOf(flags: readonly FlagView[], row: OrgRow): string {
  const words = [
    ...flags.filter(({ killed }) => killed).map(({ key, safe }) => `${key} killed: ${valueWord(safe)}`),
    ...flags.filter(({ killed }) => !killed).flatMap((flag) => setWords(flag, row)),
  ];
  return words.length === 0 ? 'All flags at the default' : words.join(' · ');
}

function setWords(flag: FlagView, row: OrgRow): string[] {
  if (row.slug === null) return [`${flag.key} ${valueWord(defaultOf(flag))}`];
  const here = row.flags.get(flag.key);
  if (!here) return [];
  const { own, share } = here;
  return [
    own.value !== null && `${flag.key} ${valueWord(own.value)}`,
    share.value !== null &&
      idleShare(here) === undefined &&
      `${flag.key} ${valueWord(share.value)} for ${percentWord(share.percent)}`,
  ].filter((words) => words !== false);
}
