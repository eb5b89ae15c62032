import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useChange, type ChangeOptions } from '../api/use-change.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

interface ChangeDialogProps extends Omit<ConfirmDialogProps, 'pending' | 'error' | 'onConfirm'> {
  /** The change. Its input is the reason, empty if the dialog asks for none. */
  change: Omit<ChangeOptions<string>, 'showsError'>;
}

/** Sends a change after confirmation, shows its error, and closes after success. */
export function ChangeDialog({ change, ...props }: ChangeDialogProps) {
  const send = useChange<string>({
    ...change,
    onSuccess: (answer, reason) => {
      props.onClose();
      change.onSuccess?.(answer, reason);
    },
    showsError: true,
  });
  return (
    <ConfirmDialog
      {...props}
      pending={send.isPending}
      error={send.error}
      onConfirm={(reason) => send.mutate(reason)}
    />
  );
}

export interface ChangeButtonProps extends Omit<ChangeDialogProps, 'opened' | 'onClose'> {
  label: string;
  look?: ButtonProps;
  /** The key `r` opens the dialog, too. */
  shortcut?: { group: string; does: string } | undefined;
}

export function ChangeButton({ label, look, shortcut, ...dialog }: ChangeButtonProps) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  return (
    <>
      {shortcut && <Shortcut {...shortcut} run={open} />}
      <Button variant="default" {...look} onClick={open}>
        {label}
      </Button>
      <ChangeDialog {...dialog} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function Shortcut({ group, does, run }: { group: string; does: string; run: () => void }) {
  useShortcuts(group, [{ keys: ['r'], does, run }]);
  return null;
}
