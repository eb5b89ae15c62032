import type { ComponentProps } from 'react';
import { DaysSelect, FilterSelect } from './filters.tsx';
import { usePageSearch } from './page-search.ts';
import { SearchField } from './search-field.tsx';

type Uncontrolled<Props> = Omit<Props, 'value' | 'onChange'>;

interface PageFilterProps extends Uncontrolled<ComponentProps<typeof FilterSelect>> {
  name: string;
  /** Value without the parameter. */
  standard?: string;
}

/** A filter whose value is a parameter of the page's address. */
export function PageFilter({ name, standard, ...props }: PageFilterProps) {
  const { search, change } = usePageSearch<string>();
  return (
    <FilterSelect
      {...props}
      value={search[name] ?? standard}
      onChange={(value) => change({ [name]: value })}
    />
  );
}

/** The search field of the page: the parameter `q` of its address. */
export function PageSearchField(props: Uncontrolled<ComponentProps<typeof SearchField>>) {
  const { search, change } = usePageSearch<'q'>();
  return <SearchField {...props} value={search.q} onChange={(q) => change({ q })} />;
}

export function PageDays(props: Uncontrolled<ComponentProps<typeof DaysSelect>>) {
  const { search, change } = usePageSearch<'days'>();
  return <DaysSelect {...props} value={search.days} onChange={(days) => change({ days })} />;
}
