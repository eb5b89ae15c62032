import { ActionIcon, Box, Group, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePageSearch } from './page-search.ts';
import classes from './peek.module.css';

interface PeekProps {
  title: ReactNode;
  /** For screen readers, if `title` is more than text. */
  label: string;
  /** After the title: a state, buttons. */
  actions?: ReactNode;
  children: ReactNode;
  /** Clears the selection of the list if absent. */
  onClose?: () => void;
}

export function Peek({ title, label, actions, children, onClose }: PeekProps) {
  const { change } = usePageSearch();
  return (
    <section className={classes.peek} aria-label={label}>
      <header className={classes.head}>
        <Box component="h2" flex={1} className="title truncate">
          {title}
        </Box>
        <Group gap={6} wrap="nowrap">
          {actions}
        </Group>
        <Tooltip label="Close (esc)">
          <ActionIcon
            onClick={() => (onClose ? onClose() : change({ selected: undefined }))}
            aria-label={`Close: ${label}`}
          >
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={classes.body} tabIndex={0} role="group" aria-label={`${label}, details`}>
        {children}
      </div>
    </section>
  );
}
