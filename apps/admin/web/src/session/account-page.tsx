import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import classes from './account-page.module.css';
import { submits } from '../ui/forms.ts';

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  error: string | null | undefined;
  submit: string;
  pending: boolean;
  onSubmit: () => void;
  hint?: ReactNode;
}

/** A form outside the console, whose visitor is not signed in. */
export function AccountPage(props: AccountPageProps) {
  const titleId = useId();
  return (
    <main className={classes.page}>
      <form className={classes.card} aria-labelledby={titleId} onSubmit={submits(props.onSubmit)}>
        <Logo />
        <h1 id={titleId} className={classes.title}>
          {props.title}
        </h1>
        {props.lead && <p className={classes.hint}>{props.lead}</p>}
        {props.children}
        <div role="alert" className={classes.error}>
          {props.error}
        </div>
        <Button type="submit" size="sm" fullWidth loading={props.pending}>
          {props.submit}
        </Button>
        {props.hint && <p className={classes.hint}>{props.hint}</p>}
      </form>
    </main>
  );
}
