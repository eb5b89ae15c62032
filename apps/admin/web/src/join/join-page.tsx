import { useDocumentTitle } from '@mantine/hooks';
import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { invitationView, type InvitationToAccept } from '#contracts/console';
import { change } from '../api/client.ts';
import { AccountPage } from '../session/account-page.tsx';
import { useSignIn } from '../session/use-session.ts';
import { ROLE_NAMES } from '../shell/user-menu.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';

const MIN_PASSWORD_CHARACTERS = 8;

/** Target of an invitation link: creates the account from a name and password and signs it in. */
export function JoinPage() {
  useDocumentTitle('Invitation · Turnpike');
  const [token] = useState(() => window.location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => invitationView.parse(await change('POST', '/admin/invitations/open', { token })),
    retry: false,
  });
  if (invitation.data) return <JoinForm token={token} invitation={invitation.data} />;
  if (invitation.error) return <ErrorState error={invitation.error} what="The invitation" />;
  return <Loading what="Loading the invitation" />;
}

function JoinForm({ token, invitation }: { token: string; invitation: InvitationToAccept }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () =>
      change('POST', '/admin/invitations/accept', {
        token,
        ...(invitation.resets ? {} : { name: name.trim() }),
        password,
      }),
    onSuccess: async () => {
      await navigate({ to: '/', replace: true });
      await signIn.mutateAsync({ email: invitation.email, password });
    },
  });
  return (
    <AccountPage
      title={invitation.resets ? 'Choose a new password' : `Join ${invitation.org ?? 'Turnpike'}`}
      lead={`As ${ROLE_NAMES[invitation.role].toLowerCase()}, with the address ${invitation.email}.`}
      error={accept.error?.message}
      submit={invitation.resets ? 'Set password and sign in' : 'Join'}
      pending={accept.isPending}
      onSubmit={() => accept.mutate()}
    >
      {!invitation.resets && (
        <TextInput
          label="Your name"
          size="sm"
          required
          withAsterisk={false}
          autoFocus
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <PasswordInput
        size="sm"
        label="Password"
        description={`At least ${MIN_PASSWORD_CHARACTERS} characters`}
        required
        withAsterisk={false}
        autoComplete="new-password"
        minLength={MIN_PASSWORD_CHARACTERS}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </AccountPage>
  );
}
