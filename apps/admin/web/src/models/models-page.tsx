import { PageDays } from '../ui/page-filters.tsx';
import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { BudgetsTab } from './budgets-tab.tsx';
import { CircuitsTab } from './circuits-tab.tsx';
import { CostTab } from './cost-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { RegistryTab } from './registry-tab.tsx';

const TABS: readonly PageTab[] = [
  { name: 'cost', label: 'Cost', View: CostTab, Actions: () => <PageDays standard="30" /> },
  { name: 'budgets', label: 'Budgets', View: BudgetsTab },
  { name: 'registry', label: 'Models', View: RegistryTab },
  { name: 'keys', label: 'Keys', View: KeysTab, only: { may: 'admin', what: 'Provider keys' } },
  { name: 'circuits', label: 'Circuits', View: CircuitsTab },
];

export function ModelsPage() {
  return <TabbedPage title="Models and cost" label="Views of models" tabs={TABS} />;
}
