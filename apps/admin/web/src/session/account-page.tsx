import { Box, Button } from '@mantine/core';
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
        <Box component="h1" id={titleId} m="4px 0 0" fz={16}>
          {props.title}
        </Box>
        {props.lead && (
          <Box component="p" m={0} fz={12} className="muted">
            {props.lead}
          </Box>
        )}
        {props.children}
        <div role="alert" className="failed small">
          {props.error}
        </div>
        <Button type="submit" size="sm" fullWidth loading={props.pending}>
          {props.submit}
        </Button>
        {props.hint && (
          <Box component="p" m={0} fz={12} className="muted">
            {props.hint}
          </Box>
        )}
      </form>
    </main>
  );
}
