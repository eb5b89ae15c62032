import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './code-hint.module.css';

/** A command with a copy button. */
export function CodeHint({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes.hint}>
      <pre className={classes.code} tabIndex={0} aria-label={label}>
        {code}
      </pre>
      <CopyButton value={code} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon className={classes.copy} onClick={copy} aria-label={`Copy: ${label}`}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
