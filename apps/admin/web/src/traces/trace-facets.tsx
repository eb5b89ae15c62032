import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatExact } from '../ui/format.ts';
import { FilterSelect } from '../ui/filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import classes from './trace-facets.module.css';
import { withFacet, type TracesSearchName } from './traces-search.ts';
import type { ShownFacet, useTraceFacets } from './use-trace-facets.ts';

/** Further values are shown on request. */
const SHOWN_VALUES = 10;

interface TraceFacetsProps extends ReturnType<typeof useTraceFacets> {
  /** False during a word search, which cannot be counted. */
  counted: boolean;
}

export function TraceFacetsColumn({ facets, error, retry, counted }: TraceFacetsProps) {
  return (
    <aside className={classes.column} aria-label="Facets">
      {!counted && facets.length > 0 && (
        <p className={classes.note}>Counts are hidden while you search for words.</p>
      )}
      {facets.map((facet) => (
        <Facet key={facet.name} facet={facet} counted={counted} />
      ))}
      {error && (
        <div role="alert" className={classes.note}>
          <p>Cannot load the facets: {error.message}</p>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </aside>
  );
}

function Facet({ facet, counted }: { facet: ShownFacet; counted: boolean }) {
  const [all, setAll] = useState(false);
  const { change } = usePageSearch<TracesSearchName>();
  const { name, label, chosen, values, ofNewest } = facet;
  const shown = values.filter(
    ({ value, count }, index) => all || (index < SHOWN_VALUES && count > 0) || value === chosen,
  );
  const more = values.length - shown.length;
  return (
    <section aria-label={label}>
      <h2 className={classes.title}>
        {label}
        {counted && ofNewest !== undefined && (
          <span className={classes.newest}>of the newest {formatExact(ofNewest)}</span>
        )}
      </h2>
      <ul>
        {shown.map(({ value, label: text, count }) => (
          <li key={value}>
            <button
              type="button"
              className={classes.value}
              aria-pressed={value === chosen}
              onClick={() => change(withFacet(name, value === chosen ? undefined : value))}
            >
              <span className="truncate" title={text}>
                {text}
              </span>
              {counted && (
                <span className={classes.count} title={formatExact(count)}>
                  {formatCount(count)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {(more > 0 || all) && (
        <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${more} more`}
          <span className="visually-hidden">: {label}</span>
        </button>
      )}
    </section>
  );
}

export function TraceFacetSelects({ facets, counted }: Pick<TraceFacetsProps, 'facets' | 'counted'>) {
  const { change } = usePageSearch<TracesSearchName>();
  return facets.map(({ name, label, chosen, values }) => (
    <FilterSelect
      key={name}
      label={label}
      searchable={values.length > SHOWN_VALUES}
      options={values.map(({ value, label: text, count }) => ({
        value,
        label: text,
        count: counted ? formatCount(count) : undefined,
      }))}
      value={chosen}
      onChange={(value) => change(withFacet(name, value))}
    />
  ));
}
