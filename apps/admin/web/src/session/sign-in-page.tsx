import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ProblemError } from '../api/problem-error.ts';
import { Logo } from '../ui/logo.tsx';
import { useTabTitle } from '../ui/use-tab-title.ts';
import classes from './sign-in-page.module.css';
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
  useTabTitle('Sign in');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  const message = messageOf(signIn.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };

  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} aria-labelledby="sign-in-title">
        <Logo />
        <h1 id="sign-in-title" className={classes.title}>
          Sign in to the console
        </h1>
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
        <div role="alert" className={classes.error}>
          {message}
        </div>
        <Button type="submit" size="sm" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
        <p className={classes.hint}>{ACCESS_HINT}</p>
      </form>
    </main>
  );
}
