import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download, toCsv, type CsvColumn } from './csv.ts';

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Every row that the filters let through. */
  rows: () => Promise<Row[]>;
}

/** Downloads what the filters let through, all of it and not only what is in sight. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(`${name}.csv`, toCsv(await rows(), columns));
    } catch (error) {
      notifications.show({ title: 'Not downloaded', message: String(error), color: 'red' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip label="Download as CSV">
      <ActionIcon loading={busy} onClick={() => void save()} aria-label="Download as CSV">
        <IconDownload size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
