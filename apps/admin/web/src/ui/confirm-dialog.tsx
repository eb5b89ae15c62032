import { Button, Modal, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { pressedKeys, useShortcuts } from '../shell/shortcuts.ts';
import classes from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The question: "Retry 12 failed jobs?" */
  title: string;
  /**
   * What it will touch, before it is touched. With fields: a function of whether it was confirmed while something was
   * missing, from when on each field that lacks something says so as its error.
   */
  children: ReactNode | ((tried: boolean) => ReactNode);
  /** The verb: "Retry 12 jobs". */
  confirm: string;
  /** Takes something away for good. */
  destructive?: boolean;
  pending?: boolean;
  error?: Error | null;
  /** Asks for a reason, which stands in the audit log: without one it is not confirmed. */
  withReason?: boolean;
  /** A field lacks something. Confirming then leads to it: a button that is merely grey says nothing. */
  incomplete?: boolean;
  onConfirm: (reason: string) => void;
}

/** Asks before something is changed that cannot be taken back with one click, and says what it touches. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={480} centered={false}>
      {props.opened && <Question {...props} />}
    </Modal>
  );
}

function Question(props: ConfirmDialogProps) {
  const [reason, setReason] = useState('');
  /** How often it was confirmed while something was missing. */
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useShortcuts('Question', [
    { keys: ['mod+Enter'], does: 'Confirm', run: () => form.current?.requestSubmit(), inFields: true },
  ]);
  const tried = tries > 0;
  const lacksReason = props.withReason && reason.trim() === '';
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    // The browser's own words for what is missing would be in its language, and one at a time.
    <form
      ref={form}
      noValidate
      onKeyDownCapture={(event) => {
        // Before the field itself gets them: a list of choices would open by these keys. One that is open takes its choice.
        const { target } = event;
        if (pressedKeys(event) !== 'mod+Enter') return;
        if (target instanceof Element && target.ariaExpanded === 'true') return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (props.pending) return;
        if (lacksReason || props.incomplete) setTries(tries + 1);
        else props.onConfirm(reason.trim());
      }}
    >
      <div className={classes.touches}>
        {typeof props.children === 'function' ? props.children(tried) : props.children}
      </div>
      {props.withReason && (
        <TextInput
          className={classes.reason}
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
      <div role="alert" className={classes.error}>
        {props.error?.message}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={props.destructive ? 'red' : undefined}
          loading={props.pending}
          data-autofocus={!props.withReason || undefined}
        >
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}
