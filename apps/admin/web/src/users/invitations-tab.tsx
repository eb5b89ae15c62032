import { Button, Select, Stack } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { wordList, type UserRole } from '#contracts';
import {
  consoleInvitationPage,
  invitationMade,
  type ConsoleInvitation,
  type InvitationMade,
} from '#contracts/console';
import { invitationsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { useOrgs, useSession } from '../session/use-session.ts';
import { ROLE_NAMES } from '../shell/user-menu.tsx';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ChangeButton, ChangeDialog } from '../ui/change-dialog.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/form-fields.tsx';
import { ListTab } from '../ui/list-tab.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { ROLE_MAY, ROLES_OF_ORG, ROLES_OF_PLATFORM } from './roles.ts';
import { linkOf } from './invitation-link.ts';
import { SecretDialog } from './secret-dialog.tsx';

const columns: ListColumn<ConsoleInvitation>[] = [
  column('email', 'E-mail', 'minmax(150px, 1.6fr)', ({ email }) => email),
  column('role', 'Role', '120px', ({ role }) => ROLE_NAMES[role]),
  orgColumn('minmax(90px, 1fr)', 560),
  column(
    'by',
    'By',
    { track: 'minmax(90px, 1fr)', minListPx: 680 },
    ({ invitedBy }) => invitedBy ?? 'the platform',
  ),
  momentColumn('created', 'Invited', ({ createdAt }) => createdAt),
];

function useInvitations() {
  const { org } = useOneOrg();
  return useKeysetList<ConsoleInvitation>(invitationsRequest({ org }), consoleInvitationPage, {
    pollMs: false,
  });
}

export function InvitationsCsv() {
  return <CsvButton name="invitations" columns={CSV} rows={useInvitations().all} />;
}

const CSV = csvFields<ConsoleInvitation>(...wordList('id email role org invitedBy createdAt expiresAt'));

export function InvitationsTab() {
  const { org } = useOneOrg();
  const [inviting, setInviting] = useState(false);
  const [made, setMade] = useState<InvitationMade | null>(null);
  const list = useInvitations();
  return (
    <ListTab
      bar={
        <>
          <span className="muted">
            The link lets its recipient choose a password. It works once and expires after 7 days.
          </span>
          <Button leftSection={<IconMailPlus size={14} />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        </>
      }
    >
      <ListView
        label="Invitations"
        list={list}
        columns={columns}
        renderCard={(row) => (
          <RowCard
            title={row.email}
            state={ROLE_NAMES[row.role]}
            note={row.org?.name ?? 'The platform'}
            end={<RelativeTime at={row.createdAt} />}
          />
        )}
        renderPeek={(row) => <InvitationPeek key={row.id} invitation={row} />}
        empty={
          <EmptyState title="No open invitations">
            Invite a user and send them the link, which is shown once.
          </EmptyState>
        }
      />
      {inviting && <InviteDialog org={org} onMade={setMade} onClose={() => setInviting(false)} />}
      {made && (
        <SecretDialog
          title="Invitation link created"
          advice="Send this link to the invited user."
          secret={linkOf(made)}
          label="Invitation link"
          onClose={() => setMade(null)}
        />
      )}
    </ListTab>
  );
}

interface InviteDialogProps {
  org: string | undefined;
  onMade: (made: InvitationMade) => void;
  onClose: () => void;
}

function InviteDialog({ org, onMade, onClose }: InviteDialogProps) {
  const session = useSession();
  const orgs = useOrgs();
  const [email, setEmail] = useState('');
  const [into, setInto] = useState(org ?? session.org?.slug ?? '');
  const roles = into === '' ? ROLES_OF_PLATFORM : ROLES_OF_ORG;
  const [wanted, setRole] = useState<UserRole>('member');
  const role = roles.includes(wanted) ? wanted : 'analyst';
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title="Invite a user"
      confirm="Create link"
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/invitations',
          query: { org: session.org ? undefined : into || undefined },
          body: { email: email.trim(), role },
        }),
        invalidates: ['invitations', 'audit'],
        onSuccess: (answer) => onMade(invitationMade.parse(answer)),
      }}
      incomplete={!email.includes('@')}
    >
      {(tried) => (
        <>
          <Stack gap={10} mb={10}>
            <TextField
              name="email"
              label="E-mail"
              required
              error={tried && !email.includes('@') && 'Enter an e-mail address'}
              type="email"
              data-autofocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            {session.permissions.allOrgs && (
              <Select
                label="Org"
                data={[
                  { value: '', label: 'The platform' },
                  ...orgs.map(({ slug, name }) => ({ value: slug, label: name })),
                ]}
                value={into}
                onChange={(slug) => setInto(slug ?? '')}
              />
            )}
            <Select
              label="Role"
              data={roles.map((value) => ({ value, label: ROLE_NAMES[value] }))}
              value={role}
              onChange={(next) => setRole((next ?? 'member') as UserRole)}
            />
          </Stack>
          <p>Permissions: {ROLE_MAY[role]}.</p>
        </>
      )}
    </ChangeDialog>
  );
}

function InvitationPeek({ invitation }: { invitation: ConsoleInvitation }) {
  return (
    <Peek
      title={invitation.email}
      label={`Invitation of ${invitation.email}`}
      actions={
        <ChangeButton
          label="Revoke"
          look={{ variant: 'subtle', color: 'red' }}
          title="Revoke this invitation?"
          confirm="Revoke"
          destructive
          change={{
            request: () => ({ method: 'DELETE', path: `/admin/invitations/${invitation.id}` }),
            invalidates: ['invitations', 'audit'],
            done: () => 'Expires',
          }}
        >
          The link that {invitation.email} has stops working immediately.
        </ChangeButton>
      }
    >
      <Facts
        facts={{
          Role: ROLE_NAMES[invitation.role],
          Permissions: ROLE_MAY[invitation.role],
          Org: invitation.org?.name ?? 'The platform',
          By: invitation.invitedBy,
          Invited: <RelativeTime at={invitation.createdAt} />,
          Expires: new Date(invitation.expiresAt).toLocaleString('en-GB', {
            dateStyle: 'medium',
            timeStyle: 'short',
          }),
        }}
      />
    </Peek>
  );
}
