import { Button } from '@mantine/core';
import type { FlagInOrg, FlagView } from '#contracts';
import { column, type ListColumn } from '../ui/list-columns.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import type { EditPlace } from './flag-edit-start.ts';
import { FlagValueBadge, ShareMark } from './flag-value.tsx';
import { percentWord, sourceWord, valueWord, idleShare } from './flag-labels.ts';
import classes from './flags.module.css';
import { useSize } from '../ui/use-size.ts';

const ROW_PX = 28;
const CARD_PX = 54;
const CARDS_BELOW_PX = 560;
const HEAD_PX = 30;
const MAX_PX = 360;

interface FlagTargetsProps {
  flag: FlagView;
  /** The org that a link points to. */
  at: string | undefined;
  /** Absent for viewers who may not change it. */
  onEdit: ((place: EditPlace) => void) | undefined;
}

export function FlagTargets({ flag, at, onEdit }: FlagTargetsProps) {
  const { ref, width } = useSize<HTMLDivElement>();
  const columns: ListColumn<FlagInOrg>[] = [
    column('org', 'Org', 'minmax(110px, 1.4fr)', ({ org }) => org.name),
    column('effective', 'Value', 'minmax(88px, 0.8fr)', ({ effective }) => (
      <FlagValueBadge value={effective} />
    )),
    column('source', 'Source', { track: 'minmax(120px, 1fr)', minListPx: 640 }, ({ source }) => (
      <span className="muted">{sourceWord(source)}</span>
    )),
    column('share', 'Share', 'minmax(96px, 1fr)', (here) =>
      here.share.value === null ? <span className="muted">–</span> : <ShareMark here={here} />,
    ),
    column('pinned', 'Pinned', { track: '64px', align: 'end', minListPx: 720 }, ({ pinned }) => pinned),
  ];
  if (onEdit)
    columns.push(
      column('edit', '', { track: '160px', align: 'end' }, ({ org }) => (
        <EditButtons name={org.name} slug={org.slug} onEdit={onEdit} />
      )),
    );
  const rowPx = width > 0 && width < CARDS_BELOW_PX ? CARD_PX : ROW_PX;
  const height = Math.min(MAX_PX, HEAD_PX + flag.orgs.length * rowPx + 4);
  return (
    <Section
      title="Targeting"
      hint="The most specific value applies: conversation, then share of conversations, org, platform default."
    >
      <div ref={ref} className={classes.targets} style={{ height }}>
        <ListTable
          label="Orgs"
          rows={flag.orgs}
          columns={columns}
          rowId={({ org }) => org.slug}
          selectedId={at}
          renderCard={(row) => (
            <RowCard
              title={row.org.name}
              state={<FlagValueBadge value={row.effective} />}
              note={noteOf(row)}
            />
          )}
          onOpen={({ org }) => onEdit?.({ place: 'org', org: org.slug })}
        />
      </div>
    </Section>
  );
}

/** Source of an org's value, and its share even if it has no effect, so that users find it. */
function noteOf(here: FlagInOrg): string {
  const { percent, value } = here.share;
  if (value === null) return sourceWord(here.source);
  const share = `${percentWord(percent)} ${valueWord(value)}`;
  const idle = idleShare(here);
  return idle ? `${sourceWord(here.source)} · ${share} has no effect: ${idle}` : share;
}

interface EditButtonsProps {
  name: string;
  slug: string;
  onEdit: (place: EditPlace) => void;
}

function EditButtons({ name, slug, onEdit }: EditButtonsProps) {
  const buttons = [
    { place: 'org', text: 'Change', label: `Change the value of ${name}` },
    { place: 'share', text: 'Share', label: `Share of ${name}` },
  ] as const;
  return buttons.map(({ place, text, label }) => (
    <Button
      key={place}
      variant="subtle"
      color="gray"
      h={22}
      px={6}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onEdit({ place, org: slug });
      }}
    >
      {text}
    </Button>
  ));
}
