import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-id.module.css';
import { shortId } from './format.ts';

interface CopyIdProps {
  id: string;
  /** Kind of id, for the button's label: "trace". */
  of: string;
  /** Shows the full id. */
  whole?: boolean;
}

/** An id, shortened to its distinctive end, with a button that copies all of it. */
export function CopyId({ id, of, whole = false }: CopyIdProps) {
  return (
    <span className={classes.id}>
      <span className="mono truncate" title={id}>
        {whole ? id : shortId(id)}
      </span>
      <CopyButton value={id} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : `Copy the ${of} id`}>
            <ActionIcon
              size={20}
              aria-label={`Copy the ${of} id`}
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
    </span>
  );
}
