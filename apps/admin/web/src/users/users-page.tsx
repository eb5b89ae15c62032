import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { ApiKeysCsv, ApiKeysTab } from './api-keys-tab.tsx';
import { InvitationsCsv, InvitationsTab } from './invitations-tab.tsx';
import { UserFilters, UsersTab } from './users-tab.tsx';

const TABS: readonly PageTab[] = [
  { name: 'users', label: 'Users', View: UsersTab, Actions: UserFilters },
  { name: 'invitations', label: 'Invitations', View: InvitationsTab, Actions: InvitationsCsv },
  { name: 'keys', label: 'API keys', View: ApiKeysTab, Actions: ApiKeysCsv },
];

export function UsersPage() {
  return <TabbedPage title="Users and keys" label="Views of users and keys" tabs={TABS} />;
}
