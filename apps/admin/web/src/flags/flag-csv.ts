import type { FlagInOrg, FlagView } from '#contracts';
import type { CsvColumn } from '../ui/csv.ts';
import { isFoundBy } from './org-rows.ts';
import { valueWord } from './flag-labels.ts';

interface FlagRow {
  flag: FlagView;
  org: FlagInOrg;
}

export const FLAG_CSV: CsvColumn<FlagRow>[] = [
  { name: 'flag', of: ({ flag }) => flag.key },
  { name: 'org', of: ({ org }) => org.org.slug },
  { name: 'value', of: ({ org }) => valueWord(org.effective) },
  { name: 'source', of: ({ org }) => org.source },
  { name: 'share', of: ({ org }) => org.share.percent },
  { name: 'share_value', of: ({ org }) => org.share.value },
  { name: 'pinned', of: ({ org }) => org.pinned },
];

/** @param wantedOrgs lower-case words that each org's name or slug must contain; empty for all. */
export function flagRows(flags: readonly FlagView[], wantedOrgs: string): FlagRow[] {
  return flags.flatMap((flag) =>
    flag.orgs.filter(({ org }) => isFoundBy(org, wantedOrgs)).map((org) => ({ flag, org })),
  );
}
