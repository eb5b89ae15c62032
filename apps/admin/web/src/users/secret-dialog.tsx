import { Button, Group, Modal } from '@mantine/core';
import { CodeHint } from '../ui/code-hint.tsx';

interface SecretDialogProps {
  title: string;
  /** Tells the viewer where to use the secret. */
  advice: string;
  secret: string;
  label: string;
  onClose: () => void;
}

/** A secret that is shown once. Only its button closes it, not a click outside. */
export function SecretDialog({ title, advice, secret, label, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p style={{ margin: '0 0 10px' }}>{advice} It is not shown again.</p>
      <CodeHint code={secret} label={label} />
      <Group justify="flex-end" mt={14}>
        <Button onClick={onClose}>I have it</Button>
      </Group>
    </Modal>
  );
}
