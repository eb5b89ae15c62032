import { usePermissions } from '../session/use-permissions.ts';
import { PageDays } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { BudgetsTab } from './budgets-tab.tsx';
import { CircuitsTab } from './circuits-tab.tsx';
import { CostTab } from './cost-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { RegistryTab } from './registry-tab.tsx';

const TABS = [
  { name: 'cost', label: 'Cost' },
  { name: 'budgets', label: 'Budgets' },
  { name: 'registry', label: 'Models' },
  { name: 'keys', label: 'Keys' },
  { name: 'circuits', label: 'Circuits' },
] as const;

const VIEWS = {
  cost: CostTab,
  budgets: BudgetsTab,
  registry: RegistryTab,
  keys: KeysTab,
  circuits: CircuitsTab,
};

/** Cost, choice, reachability and budgets of models. */
export function ModelsPage() {
  const may = usePermissions();
  const { search } = usePageSearch<'tab' | 'days'>();
  // Only admins see the tab of keys. A direct link opens it, and it explains that.
  const tabs = may.admin ? TABS : TABS.filter(({ name }) => name !== 'keys');
  const tab = search.tab === 'keys' ? 'keys' : tabOf(tabs, search.tab);
  const View = VIEWS[tab];
  return (
    <Page title="Models and cost" actions={tab === 'cost' && <PageDays standard="30" />}>
      <ViewTabs label="Views of models" tabs={tabs} current={tab} />
      <View />
    </Page>
  );
}
