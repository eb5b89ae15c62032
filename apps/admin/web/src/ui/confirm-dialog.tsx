import { Button, Modal, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useShortcuts } from '../shell/shortcuts.ts';
import classes from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The question: "Retry 12 failed jobs?" */
  title: string;
  /** What it will touch, before it is touched. */
  children: ReactNode;
  /** The verb: "Retry 12 jobs". */
  confirm: string;
  /** Takes something away for good. */
  destructive?: boolean;
  pending?: boolean;
  error?: Error | null;
  /** Asks for a reason, which stands in the audit log. */
  withReason?: boolean;
  /** Cannot be confirmed yet, for instance because a field is empty. */
  disabled?: boolean;
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
  const form = useRef<HTMLFormElement>(null);
  useShortcuts('Question', [
    { keys: ['mod+Enter'], does: 'Confirm', run: () => form.current?.requestSubmit(), inFields: true },
  ]);
  const blocked = (props.withReason && reason.trim() === '') || props.disabled;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked && !props.pending) props.onConfirm(reason.trim());
      }}
    >
      <div className={classes.touches}>{props.children}</div>
      {props.withReason && (
        <TextInput
          className={classes.reason}
          label="Reason"
          description="Stands in the audit log"
          value={reason}
          maxLength={500}
          data-autofocus
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
          disabled={blocked}
          data-autofocus={!props.withReason || undefined}
        >
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}
