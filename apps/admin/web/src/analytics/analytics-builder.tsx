import { Button, MultiSelect, Select, Switch } from '@mantine/core';
import type { AnalyticsMeasureView } from '#contracts/console';
import { ClearFilters, DaysSelect, FilterChip } from '../ui/filters.tsx';
import { filterNames, namesIn, type AnalyticsSearch } from './analytics-search.ts';
import classes from './analytics.module.css';
import { dimensionWord } from './figures.ts';

const MAX_MEASURES = 4;
const MAX_DIMENSIONS = 2;

interface AnalyticsBuilderProps {
  measures: readonly AnalyticsMeasureView[];
  query: AnalyticsSearch;
  onChange: (part: AnalyticsSearch) => void;
}

export function AnalyticsBuilder({ measures, query, onChange }: AnalyticsBuilderProps) {
  const chosen = namesIn(query.measures);
  const groups = Map.groupBy(measures, ({ group }) => group);
  const possible = measures.find(({ name }) => name === chosen[0])?.dimensions ?? [];
  const shared = possible.filter((dimension) =>
    chosen.every((name) => measures.find((one) => one.name === name)?.dimensions.includes(dimension)),
  );
  const filters = filterNames.filter((name) => query[name]);
  const keep = (list: string[]) => (list.length > 0 ? list.join(',') : undefined);
  // Keeps the other parts, including defaults that the address does not contain yet.
  const set = (part: AnalyticsSearch) => onChange({ ...query, ...part });
  return (
    <div className={classes.builder}>
      <MultiSelect
        label="Measures"
        className={classes.measures}
        searchable
        maxValues={MAX_MEASURES}
        data={[...groups].map(([group, items]) => ({
          group,
          items: items.map(({ name, label }) => ({ value: name, label })),
        }))}
        value={chosen}
        onChange={(names) => names.length > 0 && set({ measures: keep(names) })}
      />
      <MultiSelect
        label="By"
        className={classes.dimensions}
        maxValues={MAX_DIMENSIONS}
        data={shared.map(worded)}
        value={namesIn(query.by)}
        onChange={(names) => set({ by: keep(names) })}
      />
      <DaysSelect
        value={query.days}
        onChange={(days) => set({ days: days ?? '7', from: undefined, to: undefined })}
      />
      <Switch
        size="sm"
        label="Compare with the previous range"
        checked={query.compare === 'true'}
        onChange={({ currentTarget }) => set({ compare: currentTarget.checked ? 'true' : undefined })}
      />
      <AddFilter
        key={shared.join()}
        names={shared}
        onAdd={(name, value) => set({ [name]: keep([...new Set([...namesIn(query[name]), value])]) })}
      />
      {query.from && (
        <FilterChip
          label={`${query.from} – ${query.to ?? 'now'}`}
          onRemove={() => set({ from: undefined, to: undefined })}
        />
      )}
      {filters.map((name) => (
        <FilterChip
          key={name}
          label={`${dimensionWord(name)}: ${query[name]}`}
          onRemove={() => set({ [name]: undefined })}
        />
      ))}
      <ClearFilters
        shown={filters.length > 1}
        onClear={() => set(Object.fromEntries(filters.map((name) => [name, undefined])))}
      />
    </div>
  );
}

const worded = (name: string) => ({ value: name, label: dimensionWord(name) });

/** Picks a dimension and a value; several values of one dimension are alternatives. */
function AddFilter({
  names,
  onAdd,
}: {
  names: readonly string[];
  onAdd: (name: (typeof filterNames)[number], value: string) => void;
}) {
  const possible = filterNames.filter((name) => names.includes(name) || name === 'caller' || name === 'pack');
  const add = (form: FormData) => {
    const [name, value] = [form.get('filter'), form.get('value')];
    const known = possible.find((one) => one === name);
    if (known && typeof value === 'string' && value.trim() !== '') onAdd(known, value.trim());
  };
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault();
        add(new FormData(event.currentTarget));
        event.currentTarget.reset();
      }}
    >
      <Select aria-label="Filter by" name="filter" data={possible.map(worded)} defaultValue={possible[0]} />
      <input aria-label="Filter value" name="value" placeholder="Value" className={classes.value} />
      <Button type="submit" variant="default">
        Add
      </Button>
    </form>
  );
}
