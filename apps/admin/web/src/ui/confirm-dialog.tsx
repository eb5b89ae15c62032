import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { pressedKeys, useShortcuts } from '../shell/shortcuts.ts';
import classes from './confirm-dialog.module.css';
import { FormFields, FormModal, TextField } from './form-fields.tsx';
import { submits } from './forms.ts';
import { useHold } from './held-row.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Describes the consequences. `tried` is true once an incomplete form was confirmed; its fields then show errors. */
  children: ReactNode | ((tried: boolean) => ReactNode);
  confirm: string;
  /** The action cannot be undone. */
  destructive?: boolean;
  pending?: boolean;
  error?: Error | null;
  /** Requires a reason, which is recorded in the audit log. */
  withReason?: boolean;
  /** A field is incomplete. Confirming then focuses it, since a disabled button explains nothing. */
  incomplete?: boolean;
  /** Says why there is nothing left to confirm. */
  outdated?: ReactNode;
  onConfirm: (reason: string) => void;
}

/** Asks before a change that one click cannot undo, and says what it affects. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <FormModal opened={props.opened} onClose={props.onClose} title={props.title} size={480} centered={false}>
      {props.opened && <Question {...props} />}
    </FormModal>
  );
}

function Question(props: ConfirmDialogProps) {
  const [reason, setReason] = useState('');
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useShortcuts('Question', [
    { keys: ['mod+Enter'], does: 'Confirm', run: () => form.current?.requestSubmit(), inFields: true },
  ]);
  useHold();
  // The row of a change leaves its list before the answer to the change arrives.
  const outdated = props.pending ? undefined : props.outdated;
  const tried = tries > 0;
  const lacksReason = props.withReason && reason.trim() === '';
  useEffect(() => {
    if (tries > 0 || props.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, props.error]);
  return (
    // The browser's own validation messages use its language and appear one at a time.
    <form
      ref={form}
      noValidate
      onKeyDownCapture={(event) => {
        // In the capture phase, because these keys would open a select. An open select takes its option.
        const { target } = event;
        if (pressedKeys(event) !== 'mod+Enter') return;
        if (target instanceof Element && target.ariaExpanded === 'true') return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={submits(() => {
        if (props.pending || outdated) return;
        if (lacksReason || props.incomplete) setTries(tries + 1);
        else props.onConfirm(reason.trim());
      })}
    >
      <FormFields error={props.error} note={outdated} pending={props.pending}>
        <div className={classes.touches}>
          {typeof props.children === 'function' ? props.children(tried) : props.children}
        </div>
        {props.withReason && (
          <TextField
            mt={12}
            label="Reason"
            description="Required. Recorded in the audit log"
            required
            value={reason}
            maxLength={500}
            data-autofocus
            error={tried && lacksReason && 'Enter a reason'}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </FormFields>
      <Group justify="flex-end" gap={8} mt={8}>
        <Button variant="default" onClick={props.onClose}>
          {outdated ? 'Close' : 'Cancel'}
        </Button>
        {!outdated && (
          <Button
            type="submit"
            color={props.destructive ? 'red' : undefined}
            loading={props.pending}
            data-autofocus={!props.withReason || undefined}
          >
            {props.confirm}
          </Button>
        )}
      </Group>
    </form>
  );
}
