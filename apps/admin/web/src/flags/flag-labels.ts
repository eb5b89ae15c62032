import { whyShareIsIdle, type FlagChange, type FlagInOrg, type FlagView } from '#contracts';
import { formatPercent, formatShare } from '../ui/format.ts';

type Value = FlagView['declaredDefault'];

export function valueWord(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  return String(value);
}

export function valueOfText(flag: Pick<FlagView, 'values'>, text: string): Value {
  return flag.values.find((value) => String(value) === text) ?? text;
}

/** The value of new orgs and of orgs without a setting. */
export function defaultOf(flag: FlagView): Value {
  return flag.default.value ?? flag.declaredDefault;
}

const SOURCES: Record<FlagInOrg['source'], string> = {
  code: 'declared default',
  default: 'platform default',
  org: 'set for the org',
  kill: 'kill switch',
};
export const sourceWord = (source: FlagInOrg['source']): string => SOURCES[source];

export function percentWord(share: number | null): string {
  return share === null ? '' : formatPercent(Number(share.toFixed(2)));
}

/** Why the share of an org has no effect, in the words of the console. */
export const idleShare = (here: FlagInOrg): string | undefined =>
  whyShareIsIdle(here, valueWord(here.effective));

export function rateWord(rate: number | null): string {
  return rate === null ? 'not measured' : formatShare(rate);
}

const PLACES: Record<string, string> = {
  default: 'the platform default',
  org: 'the org',
  share: 'a share of conversations',
  conversation: 'one conversation',
  kill: 'the kill switch',
};

/** Label of a history row: "Set for the org", "Kill switch on". */
export function changeWord({ action, before, after }: FlagChange): string {
  const verb = action.slice(action.lastIndexOf('.') + 1);
  if (verb === 'kill') return 'Kill switch on';
  if (verb === 'revive') return 'Kill switch off';
  const place = placeOf(after) ?? placeOf(before);
  const where = place ? ` for ${PLACES[place] ?? place}` : '';
  const words: Record<string, string> = {
    set: 'Set',
    clear: 'Cleared',
    undo: 'Undone',
    import: 'Imported',
    fallback: 'Safeguard fallback',
  };
  return `${words[verb] ?? verb}${where}`;
}

function placeOf(side: unknown): string | undefined {
  if (typeof side !== 'object' || side === null) return undefined;
  const { at, place } = side as { at?: unknown; place?: unknown };
  const named = at ?? place;
  return typeof named === 'string' ? named : undefined;
}
