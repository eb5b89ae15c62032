import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { wordList, type UserRole } from '#contracts';
import { consoleUserPage, type ConsoleUser } from '#contracts/console';
import { usersRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useSession } from '../session/use-session.ts';
import { ROLE_NAMES } from '../shell/user-menu.tsx';
import { column, MOMENT_TRACK, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { NONE } from '../ui/format.ts';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ROLE_MAY, ROLES_OF_ORG } from './roles.ts';
import { PasswordLink } from './password-link.tsx';

const CSV = csvFields<ConsoleUser>(
  ...wordList('id name email handle role org createdAt disabledAt lastSignInAt'),
);

function useUsers() {
  const { search } = usePageSearch<'q' | 'role'>();
  return useKeysetList<ConsoleUser>(usersRequest(search), consoleUserPage, { pollMs: false });
}

export function UserFilters() {
  const users = useUsers();
  return (
    <>
      <PageSearchField label="Search users" placeholder="Name, e-mail or handle" />
      <PageFilter
        name="role"
        label="Role"
        options={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
      />
      <CsvButton name="users" columns={CSV} rows={users.all} />
    </>
  );
}

export function UsersTab() {
  const { search } = usePageSearch<'q' | 'role'>();
  const list = useUsers();
  return (
    <ListView
      label="Users"
      list={list}
      columns={COLUMNS}
      narrowed={search.q !== undefined || search.role !== undefined}
      renderCard={(user) => (
        <RowCard
          title={user.name}
          state={<State user={user} />}
          org={user.org}
          note={user.email ?? user.handle}
          end={ROLE_NAMES[user.role]}
        />
      )}
      renderPeek={(user) => <UserPeek key={user.id} user={user} />}
      empty={<EmptyState title="No users yet">Invite a user. They choose their own password.</EmptyState>}
    />
  );
}

const COLUMNS: ListColumn<ConsoleUser>[] = [
  column('name', 'Name', 'minmax(120px, 1.2fr)', ({ name }) => name),
  column(
    'email',
    'E-mail',
    'minmax(140px, 1.6fr)',
    ({ email, handle }) => email ?? <span className="muted">{handle}, no sign-in</span>,
  ),
  column('role', 'Role', '112px', ({ role }) => ROLE_NAMES[role]),
  orgColumn('minmax(84px, 0.8fr)', 720),
  column('state', 'State', { track: '96px', minListPx: 620 }, (user) => <State user={user} />),
  column('seen', 'Last sign-in', { track: MOMENT_TRACK, align: 'end', minListPx: 620 }, ({ lastSignInAt }) =>
    lastSignInAt ? <RelativeTime at={lastSignInAt} /> : NONE,
  ),
];

function State({ user: { disabledAt, email } }: { user: ConsoleUser }) {
  if (disabledAt) return <StatusBadge tone="red" label="Disabled" />;
  return email ? <StatusBadge tone="green" label="Active" /> : <StatusBadge tone="gray" label="No sign-in" />;
}

type Confirming = { role: UserRole } | { disabled: boolean } | null;

function UserPeek({ user }: { user: ConsoleUser }) {
  const session = useSession();
  const [confirming, setConfirming] = useState<Confirming>(null);
  const self = user.id === session.user.id;
  return (
    <Peek title={user.name} label={`User ${user.name}`}>
      <Stack gap={14}>
        {self ? (
          <p className="muted">This is your account. Another admin must change your role or disable you.</p>
        ) : (
          <Group align="flex-end" gap={10}>
            {user.org ? (
              <Select
                label="Role"
                data={ROLES_OF_ORG.map((value) => ({ value, label: ROLE_NAMES[value] }))}
                value={user.role}
                onChange={(role) => role && role !== user.role && setConfirming({ role: role as UserRole })}
              />
            ) : null}
            <Button
              variant="default"
              color={user.disabledAt ? undefined : 'red'}
              onClick={() => setConfirming({ disabled: user.disabledAt === null })}
            >
              {user.disabledAt ? 'Enable' : 'Disable'}
            </Button>
            {user.email && !user.disabledAt && <PasswordLink user={user} />}
          </Group>
        )}
        <Facts
          facts={{
            Permissions: ROLE_MAY[user.role],
            'E-mail': user.email,
            Handle: <span className="mono">{user.handle}</span>,
            Org: user.org?.name ?? 'The platform',
            Since: <RelativeTime at={user.createdAt} />,
            'Last sign-in': user.lastSignInAt && <RelativeTime at={user.lastSignInAt} />,
            Disabled: user.disabledAt && <RelativeTime at={user.disabledAt} />,
            Id: <CopyId id={user.id} of="user" />,
          }}
        />
      </Stack>
      {confirming && (
        <ChangeDialog
          opened
          onClose={() => setConfirming(null)}
          {...wordsOf(user, confirming)}
          change={{
            request: () => ({ method: 'PATCH', path: `/admin/users/${user.id}`, body: confirming }),
            invalidates: ['users', 'audit'],
            done: () => `${user.name} changed`,
          }}
        />
      )}
    </Peek>
  );
}

function wordsOf(user: ConsoleUser, confirming: NonNullable<Confirming>) {
  if ('role' in confirming)
    return {
      title: `Make ${user.name} ${ROLE_NAMES[confirming.role].toLowerCase()}?`,
      confirm: 'Change the role',
      children: `New permissions from the next request: ${ROLE_MAY[confirming.role]}. API keys that act as ${user.name} lose the scopes that the role does not include.`,
    };
  if (!confirming.disabled)
    return {
      title: `Enable ${user.name}?`,
      confirm: 'Enable',
      children: `${user.name} can sign in again as ${ROLE_NAMES[user.role].toLowerCase()}.`,
    };
  return {
    title: `Disable ${user.name}?`,
    confirm: 'Disable',
    destructive: true,
    children: `This signs ${user.name} out everywhere and stops API keys that act as ${user.name} within 2 s. The audit log keeps their entries.`,
  };
}
