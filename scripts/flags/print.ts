import type { FlagChange, FlagDetail, FlagDifference, FlagSettingView, FlagView } from '#contracts';

/** A line for each flag, and one for each org with a value of its own. */
export function listText(flags: FlagView[]): string {
  return flags
    .map((flag) => {
      const base = flag.killed ? `${flag.safe} (KILLED)` : String(flag.default.value ?? flag.declaredDefault);
      const orgs = flag.orgs.filter(
        ({ own, share, pinned }) => own.value !== null || share.value !== null || pinned > 0,
      );
      const lines = orgs.map(({ org, effective, share, pinned }) => {
        const more = [shareText(share), pinned ? `${pinned} pinned` : ''].filter(Boolean).join(', ');
        return `    ${org.slug.padEnd(22)} ${effective}${more ? ` (${more})` : ''}`;
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
    ...flag.orgs.map(({ org, effective, source, own, share }) =>
      `org ${org.slug}: ${effective} (by ${source}); set: ${settingText(own)} ${shareText(share)}`.trimEnd(),
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

function settingText({ value, revision }: FlagSettingView): string {
  return `${value ?? 'nothing'} [revision ${revision}]`;
}

function shareText({ value, percent }: FlagSettingView): string {
  return value === null ? '' : `${value} for ${percent} % of conversations`;
}

function valueText(value: FlagDifference['to'], percent: number | null): string {
  return `${value ?? 'nothing'}${percent === null ? '' : ` for ${percent} %`}`;
}

function changeText({ id, at, org, actor, action, before, after, why }: FlagChange): string {
  const place = (after as { place?: string }).place ?? '';
  const value = (state: unknown) => {
    const { value, percent = null } = state as { value: FlagDifference['to']; percent?: number };
    return valueText(value, percent);
  };
  return `  ${id}  ${at}  ${actor.name ?? actor.kind}: ${action} ${place}${org ? ` of ${org.slug}` : ''}: ${value(before)} → ${value(after)}, "${why ?? ''}"`;
}
