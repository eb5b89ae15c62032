import { ActionIcon, CopyButton, Tooltip, type ActionIconProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyIconProps extends ActionIconProps {
  value: string;
  label: string;
  /** Text on hover; the label if absent. */
  hint?: string;
}

/** A button that copies `value`. A row that contains it is not opened. */
export function CopyIcon({ value, label, hint = label, ...look }: CopyIconProps) {
  return (
    <CopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : hint}>
          <ActionIcon
            {...look}
            aria-label={label}
            onClick={(event) => {
              event.stopPropagation();
              copy();
            }}
          >
            {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
