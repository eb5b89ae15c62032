import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { SettingsCsv, SettingsTab } from './settings-tab.tsx';
import { DeliveriesCsv, DeliveriesTab } from './deliveries-tab.tsx';
import { SecretTab } from './secret-tab.tsx';

const TABS = [
  { name: 'settings', label: 'Settings' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'secret', label: 'Webhook secret' },
] as const;

/** Settings of an org, webhook deliveries and the webhook secret. */
export function SettingsPage() {
  const { search } = usePageSearch<'tab' | 'q' | 'set' | 'state'>();
  const may = usePermissions();
  const tabs = TABS.filter(({ name }) => name === 'settings' || (name === 'webhooks' ? may.work : may.admin));
  const tab = TABS.find(({ name }) => name === search.tab)?.name ?? tabOf(tabs, search.tab);
  return (
    <Page
      title="Settings"
      actions={
        tab === 'settings' ? (
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
            <SettingsCsv />
          </>
        ) : (
          tab === 'webhooks' &&
          may.work && (
            <>
              <PageFilter name="state" label="State" options={['pending', 'delivered', 'failed']} />
              <DeliveriesCsv />
            </>
          )
        )
      }
    >
      <ViewTabs label="Views of settings" tabs={tabs} current={tab} />
      {tab === 'settings' ? <SettingsTab /> : tab === 'webhooks' ? <DeliveriesTab /> : <SecretTab />}
    </Page>
  );
}
