import type { FlagView } from '#contracts';
import type { FlagEdit } from './consequences.ts';
import { defaultOf } from './flag-labels.ts';

export interface EditPlace {
  place: FlagEdit['place'];
  org?: string;
  conversationId?: string;
}

/** The choice that removes a value. */
export const CLEAR = '*clear';

/** The value that the dialog offers first. */
export function startValue(flag: FlagView, { place, org, conversationId }: EditPlace): string {
  if (conversationId) return CLEAR;
  const here = flag.orgs.find((row) => row.org.slug === org);
  if (place === 'default') return String(defaultOf(flag));
  if (place === 'share' && here?.share.value !== null && here) return String(here.share.value);
  if (place === 'org') return String(here?.own.value ?? here?.effective ?? defaultOf(flag));
  return String(nextValue(flag, here?.effective ?? defaultOf(flag)));
}

/** The next step of a rollout: the value after `from`, or the one before the last. */
function nextValue(flag: FlagView, from: FlagView['safe']): FlagView['safe'] {
  const at = flag.values.indexOf(from);
  return flag.values[at + 1] ?? flag.values[at - 1] ?? flag.safe;
}
