import { useNavigate } from '@tanstack/react-router';
import type { FlagView } from '#contracts';
import { wholeList } from '../api/keyset-list.ts';
import { column, type ListColumn } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { FlagValueBadge } from './flag-value.tsx';
import { OrgFlagLink } from './org-flag-link.tsx';
import { defaultOf, percentWord, rateWord, valueWord, idleShare } from './flag-labels.ts';
import type { useFlags } from './flag-queries.ts';

const columns: ListColumn<FlagView>[] = [
  column('key', 'Flag', 'minmax(130px, 1fr)', (flag) => <FlagLink flag={flag} />),
  column('default', 'Default', '116px', (flag) => <DefaultValue flag={flag} />),
  column('orgs', 'In orgs', 'minmax(120px, 1.2fr)', inOrgs),
  column('shares', 'Shares and pins', { track: 'minmax(110px, 1fr)', minListPx: 760 }, conditions),
  column('gate', 'Gate', { track: '148px', minListPx: 860 }, (flag) => <Gate flag={flag} />),
  column('description', 'Description', { track: 'minmax(120px, 2fr)', minListPx: 1_000 }, (flag) => (
    <span className="muted">{flag.description}</span>
  )),
];

interface FlagListProps {
  query: ReturnType<typeof useFlags>;
  flags: FlagView[];
  narrowed: boolean;
}

export function FlagList({ query, flags, narrowed }: FlagListProps) {
  const navigate = useNavigate();
  return (
    <ListView
      label="Flags"
      list={wholeList({ ...query, data: query.data && flags })}
      columns={columns}
      rowId={(flag) => flag.key}
      narrowed={narrowed}
      renderCard={(flag) => (
        <RowCard
          title={<FlagLink flag={flag} />}
          state={<DefaultValue flag={flag} />}
          note={`In orgs: ${inOrgs(flag)}`}
        />
      )}
      onOpen={(flag) =>
        void navigate({
          to: '/flags/$key',
          params: { key: flag.key },
          search: (current: { org?: string }) => ({ org: current.org }),
        })
      }
      empty={<EmptyState title="No flag yet">Packs and the platform declare flags.</EmptyState>}
    />
  );
}

export function FlagLink({ flag }: { flag: FlagView }) {
  return (
    <OrgFlagLink flag={flag} org={null} className="plain">
      <span className="mono">{flag.key}</span>
    </OrgFlagLink>
  );
}

function DefaultValue({ flag }: { flag: FlagView }) {
  if (flag.killed) return <StatusBadge tone="red" label="killed" />;
  return <FlagValueBadge value={defaultOf(flag)} />;
}

/** Number of orgs per value: "enforce 1 · off 7". */
function inOrgs(flag: FlagView): string {
  const counts = new Map<string, number>();
  for (const { effective } of flag.orgs)
    counts.set(valueWord(effective), (counts.get(valueWord(effective)) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} ${count}`).join(' · ');
}

function conditions(flag: FlagView): string {
  const shares = flag.orgs
    .filter((here) => here.share.value !== null && idleShare(here) === undefined)
    .map(({ org, share }) => `${percentWord(share.percent)} ${valueWord(share.value)} in ${org.slug}`);
  const pinned = flag.orgs.reduce((sum, org) => sum + org.pinned, 0);
  return [...shares, ...(pinned > 0 ? [`${pinned} pinned`] : [])].join(', ') || '–';
}

function Gate({ flag: { gate } }: { flag: FlagView }) {
  if (!gate) return <span className="muted">–</span>;
  return (
    <StatusBadge
      tone={gate.open ? 'green' : 'amber'}
      label={`${rateWord(gate.rate)}, ${gate.turns} turns`}
      title={`${gate.open ? 'Open' : 'Closed'}: ${gate.variant} needs ${rateWord(gate.minRate)} over ${gate.minTurns} turns`}
    />
  );
}
