import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './users.module.css';

/** A secret that is shown once. Only its button closes it, not a click outside. */
export function SecretDialog({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className={classes.once}>{children}</div>
      <div className={classes.done}>
        <Button onClick={onClose}>I have it</Button>
      </div>
    </Modal>
  );
}
