import { useState } from 'react';
import { invitationMade, type ConsoleUser, type InvitationMade } from '#contracts/console';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { linkOf } from './invitation-link.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Creates a link with which a user sets a new password that nobody else knows. */
export function PasswordLink({ user }: { user: ConsoleUser }) {
  const [made, setMade] = useState<InvitationMade | null>(null);
  return (
    <>
      <ChangeButton
        label="Reset password"
        title={`Reset the password of ${user.name}?`}
        confirm="Create link"
        change={{
          request: () => ({ method: 'POST', path: `/admin/users/${user.id}/password-link` }),
          invalidates: ['audit'],
          onSuccess: (answer) => setMade(invitationMade.parse(answer)),
        }}
      >
        This creates a link that works once and expires after 7 days. Until {user.name} uses it, the old
        password works. Then every session of {user.name} ends.
      </ChangeButton>
      {made && (
        <SecretDialog
          title="Password link created"
          advice={`Send this link to ${user.name}.`}
          secret={linkOf(made)}
          label="Password link"
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
