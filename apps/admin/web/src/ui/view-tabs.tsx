import { Link } from '@tanstack/react-router';
import classes from './view-tabs.module.css';

interface ViewTabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string; count?: number }[];
  current: Name;
  /** Search parameters of single views, which links to other views omit. */
  own?: readonly string[];
}

/** Links that change `tab` in the address; the first is the default. Filters are kept except the views’ `own`. */
export function ViewTabs<Name extends string>({ label, tabs, current, own = [] }: ViewTabsProps<Name>) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab, index) => (
        <Link
          key={tab.name}
          to="."
          search={(search: Record<string, string | undefined>) => ({
            ...search,
            ...(tab.name === current ? {} : Object.fromEntries(own.map((name) => [name, undefined]))),
            selected: undefined,
            tab: index === 0 ? undefined : tab.name,
          })}
          activeOptions={{ exact: true }}
          className={classes.tab}
          aria-current={tab.name === current ? 'page' : undefined}
          data-current={tab.name === current || undefined}
          replace
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The tab of the address; the first if unknown. */
export function tabOf<Tab extends { name: string }>(tabs: readonly Tab[], wanted: string | undefined): Tab {
  const found = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  if (!found) throw new Error('A page without tabs');
  return found;
}
