import { useDocumentTitle } from '@mantine/hooks';
import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ProblemError } from '../api/problem-error.ts';
import { AccountPage } from './account-page.tsx';
import { useSignIn } from './use-session.ts';

const ACCESS_HINT =
  'Ask an admin of your org for an invitation. npm run setup creates the first admin; npm start prints the sign-in of the demo.';

function messageOf(error: Error | null): string | null {
  if (!error) return null;
  if (error instanceof ProblemError && error.status === 401) return 'Wrong e-mail or password.';
  if (error instanceof ProblemError && error.status === 429)
    return 'Too many attempts. Wait a minute, then try again.';
  return error.message;
}

export function SignInPage() {
  useDocumentTitle('Sign in · Turnpike');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  return (
    <AccountPage
      title="Sign in to the console"
      error={messageOf(signIn.error)}
      submit="Sign in"
      pending={signIn.isPending}
      onSubmit={() => signIn.mutate({ email, password })}
      hint={ACCESS_HINT}
    >
      <TextInput
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        size="sm"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        size="sm"
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </AccountPage>
  );
}
