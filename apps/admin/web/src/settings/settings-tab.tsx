import { lazy, Suspense } from 'react';
import { settingList, type SettingList, type SettingView } from '#contracts';
import { settingsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { wholeList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { column, type ListColumn } from '../ui/list-columns.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { NONE } from '../ui/format.ts';
import { ListView } from '../ui/list-view.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { rangeOf, shownValue } from './setting-labels.ts';

/** Loaded when a setting is opened. */
const SettingPeek = lazy(() =>
  import('./setting-peek.tsx').then((module) => ({ default: module.SettingPeek })),
);

const columns: ListColumn<SettingView>[] = [
  column('name', 'Setting', 'minmax(180px, 1.5fr)', ({ name }) => <span className="mono">{name}</span>),
  column('value', 'Value', 'minmax(100px, 1fr)', (setting) => <Value setting={setting} />),
  column('source', 'Set', '132px', (setting) => <Source setting={setting} />),
  column(
    'description',
    'Description',
    { track: 'minmax(140px, 2.6fr)', minListPx: 760 },
    ({ description }) => (
      <span className="muted" title={description}>
        {description}
      </span>
    ),
  ),
  column('pack', 'Part of', { track: '84px', minListPx: 940 }, ({ pack }) => pack ?? 'platform'),
];

function useSettings() {
  const { picked, org } = useOneOrg();
  const { search } = usePageSearch<'q' | 'set'>();
  const query = useAnswer(settingsRequest({ org }), settingList, { enabled: picked });
  return { query, list: wholeList({ ...query, data: query.data && filtered(query.data, search) }) };
}

export function SettingFilters() {
  const { picked } = useOneOrg();
  const { list } = useSettings();
  return (
    <>
      <PageSearchField label="Search settings" placeholder="Name or description" />
      <PageFilter
        name="set"
        label="Source"
        options={[
          { value: 'org', label: 'Set for the org' },
          { value: 'deployment', label: 'Set by the deployment' },
          { value: 'problem', label: 'Ignored' },
        ]}
      />
      {picked && <CsvButton name="settings" columns={CSV} rows={list.all} />}
    </>
  );
}

const CSV: CsvColumn<SettingView>[] = [
  { name: 'name', of: ({ name }) => name },
  { name: 'value', of: ({ kind, value, isSet }) => (kind === 'secret' && isSet ? 'stored' : value) },
  { name: 'unit', of: ({ unit }) => unit },
  { name: 'set_by', of: ({ source }) => source },
  ...csvFields<SettingView>('problem', 'description'),
  { name: 'range', of: rangeOf },
  ...csvFields<SettingView>('pack', 'readBy'),
];

export function SettingsTab() {
  const { picked, org } = useOneOrg();
  const may = usePermissions();
  const { search } = usePageSearch<'q' | 'set'>();
  const { query, list } = useSettings();
  if (!picked) return <PickAnOrg>Settings belong to one org.</PickAnOrg>;
  return (
    <ListView
      label="Settings"
      list={list}
      columns={columns}
      rowId={({ name }) => name}
      narrowed={search.q !== undefined || search.set !== undefined}
      renderCard={(setting) => (
        <RowCard
          title={<span className="mono">{setting.name}</span>}
          state={<Source setting={setting} />}
          note={
            setting.value === null
              ? setting.description
              : [shownValue(setting, setting.value), setting.unit].filter(Boolean).join(' ')
          }
        />
      )}
      renderPeek={(setting) => (
        <Suspense>
          <SettingPeek
            key={`${setting.name}${setting.value}${setting.source}`}
            setting={setting}
            org={org}
            mayChange={may.admin}
            secretsCanBeStored={query.data?.secretsCanBeStored ?? false}
          />
        </Suspense>
      )}
      empty={<EmptyState title="No setting" />}
    />
  );
}

function filtered({ items }: SettingList, { q = '', set }: { q?: string; set?: string }): SettingView[] {
  const wanted = q.toLowerCase();
  return items.filter(
    (setting) =>
      [setting.name, setting.description].some((text) => text.toLowerCase().includes(wanted)) &&
      (set === undefined || (set === 'problem' ? setting.problem !== null : setting.source === set)),
  );
}

function Value({ setting }: { setting: SettingView }) {
  const { kind, value, isSet, unit } = setting;
  if (kind === 'secret') return <span className="muted">{isSet ? 'stored secret' : NONE}</span>;
  if (value === null) return <span className="muted">{NONE}</span>;
  return (
    <span title={value}>
      {shownValue(setting, value)}
      {unit && <span className="muted"> {unit}</span>}
    </span>
  );
}

const SOURCES = { made: 'at creation', deployment: 'deployment', default: 'default' };

function Source({ setting }: { setting: SettingView }) {
  const { problem, source } = setting;
  if (problem !== null) return <StatusBadge tone="red" label="Ignored" title={problem} />;
  if (source === 'org') return <StatusBadge tone="blue" label="for the org" />;
  return <span className="muted">{SOURCES[source]}</span>;
}
