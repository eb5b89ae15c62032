import { whyShareIsIdle, type FlagDetail, type FlagDifference, type FlagView } from '#contracts';

/** A line for each flag, and one for each org with a value of its own. */
export function listText(flags: FlagView[]): string {
  return flags
    .map((flag) => {
      const base = flag.killed ? `${flag.safe} (KILLED)` : String(flag.default.value ?? flag.declaredDefault);
      const orgs = flag.orgs.filter(
        ({ own, share, pinned }) => own.value !== null || share.value !== null || pinned > 0,
      );
      const lines = orgs.map((here) => {
        const pinned = here.pinned ? `${here.pinned} pinned${flag.killed ? ', no effect' : ''}` : '';
        const more = [shareText(here), pinned].filter(Boolean).join('; ');
        return `    ${here.org.slug.padEnd(22)} ${here.effective}${more ? ` (${more})` : ''}`;
      });
      return [`${flag.key.padEnd(26)} ${base}`, ...lines].join('\n');
    })
    .join('\n');
}

export function detailText({ flag, conversations, history }: FlagDetail): string {
  const { key, values, description, owner, declaredDefault, safe, killed, gate } = flag;
  return [
    `${key}: ${values.join(' | ')}`,
    description,
    `owner ${owner}, declared default ${declaredDefault}, safe value ${safe}`,
    ...(killed ? [`KILLED: ${safe} for every org`] : []),
    `platform default: ${settingText(flag.default)}`,
    ...(gate ? [gateText(gate)] : []),
    ...flag.orgs.map((here) =>
      `org ${here.org.slug}: ${here.effective} (by ${here.source}); set: ${settingText(here.own)} ${shareText(here)}`.trimEnd(),
    ),
    ...conversations.map(
      ({ org, conversationId, value }) => `conversation ${conversationId} of ${org}: ${value}`,
    ),
    'history, newest first:',
    ...(history.length === 0 ? ['  none'] : history.map(changeText)),
  ].join('\n');
}

export function differencesText(changes: FlagDifference[], dryRun: boolean): string {
  if (changes.length === 0) return 'Nothing differs.';
  const lines = changes.map((change) => {
    const where = [change.place, change.org, change.conversationId].filter(Boolean).join(' ');
    const from = valueText(change.from, change.fromPercent);
    return `  ${change.flag} (${where}): ${from} → ${valueText(change.to, change.toPercent)}`;
  });
  return [dryRun ? 'Would change:' : 'Changed:', ...lines].join('\n');
}

function gateText(gate: NonNullable<FlagView['gate']>): string {
  const { variant, open, rate, turns, minRate, minTurns, windowDays } = gate;
  const measured = rate === null ? 'nothing measured' : `${(rate * 100).toFixed(1)} % over ${turns} turns`;
  return `gate before "${variant}" as default: ${open ? 'open' : 'closed'}, ${measured} in ${windowDays} days (needs ${minRate * 100} % over ${minTurns})`;
}

function settingText({ value, revision }: FlagView['default']): string {
  return `${value ?? 'nothing'} [revision ${revision}]`;
}

/** The share of an org, and why it has no effect if so; empty without a share. */
function shareText(here: FlagView['orgs'][number]): string {
  const { value, percent } = here.share;
  const idle = whyShareIsIdle(here);
  if (value === null) return '';
  return `${value} for ${percent} % of conversations${idle ? `, no effect: ${idle}` : ''}`;
}

function valueText(value: FlagDifference['to'], percent: number | null): string {
  return `${value ?? 'nothing'}${percent === null ? '' : ` for ${percent} %`}`;
}

function changeText({
  id,
  at,
  org,
  actor,
  action,
  before,
  after,
  why,
}: FlagDetail['history'][number]): string {
  const place = (after as { place?: string }).place ?? '';
  const value = (state: unknown) => {
    const { value, percent = null } = state as { value: FlagDifference['to']; percent?: number };
    return valueText(value, percent);
  };
  return `  ${id}  ${at}  ${actor.name ?? actor.kind}: ${action} ${place}${org ? ` of ${org.slug}` : ''}: ${value(before)} → ${value(after)}, "${why ?? ''}"`;
}
