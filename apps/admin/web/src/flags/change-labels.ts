import { z } from 'zod';
import type { FlagChange, FlagView } from '#contracts';
import { formatShare } from '../ui/format.ts';
import { percentWord, valueWord } from './flag-labels.ts';

/** The setting of one place, as an audit row stores it. */
const setting = z.object({
  place: z.enum(['default', 'org', 'share', 'conversation', 'kill']),
  conversationId: z.string().optional(),
  value: z.union([z.boolean(), z.string()]).nullable(),
  percent: z.number().optional(),
});
const overriddenGate = z.object({
  gate: z.object({
    rate: z.number().nullable(),
    turns: z.number(),
    threshold: z.number(),
    overridden: z.literal(true),
  }),
});
type Setting = z.infer<typeof setting>;
type Defaults = Pick<FlagView, 'declaredDefault' | 'default'>;

/** The setting before and after, worded as on the flag's page. */
export interface ChangeSides {
  before: string;
  after: string;
}

/** In words: "follows the default (on)", "off". @returns undefined for a row that is no change of a setting. */
export function changeSides(
  flag: Defaults,
  change: FlagChange,
  history: readonly FlagChange[],
): ChangeSides | undefined {
  const [before, after] = [setting.safeParse(change.before).data, setting.safeParse(change.after).data];
  if (!before || !after) return undefined;
  const inherited = defaultBefore(flag, change, history);
  return { before: settingWord(before, flag, inherited), after: settingWord(after, flag, inherited) };
}

export function changeNotes({ after }: Pick<FlagChange, 'after'>): string[] {
  const gate = overriddenGate.safeParse(after).data?.gate;
  if (!gate) return [];
  const measured =
    gate.rate === null ? 'no turn was measured' : `${formatShare(gate.rate)} of ${gate.turns} turns`;
  return [`The gate was overridden: ${measured}, required ${formatShare(gate.threshold)}.`];
}

export function changedConversation({ before, after }: FlagChange): string | undefined {
  return (setting.safeParse(after).data ?? setting.safeParse(before).data)?.conversationId;
}

function settingWord(
  { place, value, percent }: Setting,
  { declaredDefault }: Defaults,
  inherited: string | undefined,
): string {
  switch (place) {
    case 'kill':
      return value === null ? 'kill switch off' : 'kill switch on';
    case 'default':
      return value === null ? `the declared default (${valueWord(declaredDefault)})` : valueWord(value);
    case 'share':
      return value === null
        ? 'no share'
        : `${percentWord(percent ?? null)} of conversations: ${valueWord(value)}`;
    case 'conversation':
      return value === null ? 'follows its org' : valueWord(value);
    case 'org':
      if (value !== null) return valueWord(value);
      return inherited === undefined ? 'follows the default' : `follows the default (${inherited})`;
  }
}

/** The platform default at the time of `change`; undefined if its changes are hidden from the viewer or too old. */
function defaultBefore(
  flag: Defaults,
  change: FlagChange,
  history: readonly FlagChange[],
): string | undefined {
  const place = history.findIndex(({ id }) => id === change.id);
  const found = history
    .slice(0, Math.max(place, 0))
    .flatMap(({ before }) => {
      const state = setting.safeParse(before).data;
      return state?.place === 'default' ? [state] : [];
    })
    .at(-1);
  if (found) return valueWord(found.value ?? flag.declaredDefault);
  const shown = history.filter(({ after }) => setting.safeParse(after).data?.place === 'default').length;
  return shown === flag.default.revision ? valueWord(flag.default.value ?? flag.declaredDefault) : undefined;
}
