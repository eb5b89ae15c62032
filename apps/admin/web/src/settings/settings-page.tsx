import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { DeliveriesTab, DeliveryFilters } from './deliveries-tab.tsx';
import { SecretTab } from './secret-tab.tsx';
import { SettingFilters, SettingsTab } from './settings-tab.tsx';

const TABS: readonly PageTab[] = [
  { name: 'settings', label: 'Settings', View: SettingsTab, Actions: SettingFilters },
  {
    name: 'webhooks',
    label: 'Webhooks',
    View: DeliveriesTab,
    Actions: DeliveryFilters,
    only: { may: 'work', what: 'Webhooks' },
  },
  {
    name: 'secret',
    label: 'Webhook secret',
    View: SecretTab,
    only: { may: 'admin', what: 'Webhook secrets' },
  },
];

export function SettingsPage() {
  return <TabbedPage title="Settings" label="Views of settings" tabs={TABS} />;
}
