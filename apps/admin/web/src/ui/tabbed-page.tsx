import type { ComponentType } from 'react';
import { usePermissions } from '../session/use-permissions.ts';
import { NotAllowed, refusalOf, type Restriction } from './not-allowed.tsx';
import { usePageSearch } from './page-search.ts';
import { Page } from './page.tsx';
import { tabOf, ViewTabs } from './view-tabs.tsx';

export interface PageTab {
  /** Value of the parameter `tab` in the address. */
  name: string;
  label: string;
  View: ComponentType;
  /** Filters and actions of the view, at the right of the heading. */
  Actions?: ComponentType;
  /** The tab is listed only for viewers with the permission; a direct link explains who has access. */
  only?: Restriction;
}

interface TabbedPageProps {
  title: string;
  label: string;
  tabs: readonly PageTab[];
  /** Search parameters of single views, which links to other views omit. */
  own?: readonly string[];
}

/** A page of several views, of which the address names one. */
export function TabbedPage({ title, label, tabs, own }: TabbedPageProps) {
  const may = usePermissions();
  const { search } = usePageSearch<'tab'>();
  const { name, only, View, Actions } = tabOf(tabs, search.tab);
  const refusal = refusalOf(only, may);
  const listed = tabs.filter((tab) => !refusalOf(tab.only, may));
  return (
    <Page title={title} actions={Actions && !refusal && <Actions />}>
      <ViewTabs label={label} tabs={listed} current={name} own={own} />
      {refusal ? <NotAllowed {...refusal} /> : <View />}
    </Page>
  );
}
