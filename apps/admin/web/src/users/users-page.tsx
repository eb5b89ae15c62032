import { MAX_USER_SEARCH_CHARACTERS } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { NotAllowed } from '../ui/not-allowed.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { ROLE_NAMES } from '../shell/user-menu.tsx';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { InvitationsCsv, InvitationsTab } from './invitations-tab.tsx';
import { ApiKeysCsv, ApiKeysTab } from './api-keys-tab.tsx';
import { USER_CSV, UsersTab, useUsers } from './users-tab.tsx';

const TABS = [
  { name: 'users', label: 'Users' },
  { name: 'invitations', label: 'Invitations' },
  { name: 'keys', label: 'API keys' },
] as const;

/** Users, invitations and API keys. */
export function UsersPage() {
  const may = usePermissions();
  const { search } = usePageSearch<'tab' | 'q' | 'role'>();
  const tab = tabOf(TABS, search.tab);
  const users = useUsers(may.admin && tab === 'users');
  if (!may.admin)
    return (
      <Page title="Users and keys">
        <NotAllowed what="Users and keys" who="admins" />
      </Page>
    );
  return (
    <Page
      title="Users and keys"
      actions={
        tab === 'invitations' ? (
          <InvitationsCsv />
        ) : tab === 'keys' ? (
          <ApiKeysCsv />
        ) : (
          <>
            <PageSearchField
              label="Search users"
              placeholder="Name, e-mail or handle"
              maxLength={MAX_USER_SEARCH_CHARACTERS}
            />
            <PageFilter
              name="role"
              label="Role"
              options={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
            />
            <CsvButton name="users" columns={USER_CSV} rows={users.all} />
          </>
        )
      }
    >
      <ViewTabs label="Views of users and keys" tabs={TABS} current={tab} />
      {tab === 'users' && <UsersTab list={users} />}
      {tab === 'invitations' && <InvitationsTab />}
      {tab === 'keys' && <ApiKeysTab />}
    </Page>
  );
}
