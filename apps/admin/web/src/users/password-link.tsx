import { Button } from '@mantine/core';
import { useState } from 'react';
import { invitationMade, type ConsoleUser, type InvitationMade } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { CodeHint } from '../ui/code-hint.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { linkOf } from './link-of.ts';
import { ShownOnce } from './shown-once.tsx';

/** Makes a link by which somebody chooses a new password: nobody else ever knows it. */
export function PasswordLink({ user }: { user: ConsoleUser }) {
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<InvitationMade | null>(null);
  const make = useChange({
    request: () => ({ method: 'POST', path: `/admin/users/${user.id}/password-link` }),
    invalidates: ['audit'],
    onSuccess: (answer) => {
      setMade(invitationMade.parse(answer));
      setAsked(false);
    },
    showsError: true,
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        New password
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`A new password for ${user.name}?`}
        confirm="Make the link"
        pending={make.isPending}
        error={make.error}
        onConfirm={() => make.mutate()}
      >
        It makes a link that works once, for 7 days. Until {user.name} follows it, the old password works;
        then every session of {user.name} ends.
      </ConfirmDialog>
      {made && (
        <ShownOnce title="The link for a new password" onClose={() => setMade(null)}>
          <p>Hand it to {user.name}. It is not stored, and not shown again.</p>
          <CodeHint code={linkOf(made)} label="Password link" />
        </ShownOnce>
      )}
    </>
  );
}
