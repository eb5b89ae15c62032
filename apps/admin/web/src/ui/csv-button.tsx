import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { csvFile, download, type CsvColumn, type CsvPages } from './csv.ts';

/** From so many rows on it is said how far a download is. */
const TOLD_FROM_ROWS = 1_000;

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. Says what is left out, where something is; asked for when all rows are read. */
  name: string | (() => string);
  columns: readonly CsvColumn<Row>[];
  /** Every row that the filters let through, a page at a time, until `signal` is aborted. */
  rows: (signal: AbortSignal) => CsvPages<Row>;
}

/** Downloads what the filters let through, all of it and not only what is in sight; a second click stops it, as leaving the page does. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const running = useRef<AbortController>(null);
  /** Rows that are there so far; null while nothing is downloaded. */
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const stop = new AbortController();
    running.current = stop;
    setRead(0);
    try {
      const file = await csvFile(rows(stop.signal), columns, setRead);
      download(`${typeof name === 'string' ? name : name()}.csv`, file);
    } catch (error) {
      if (!stop.signal.aborted)
        notifications.show({ title: 'Download failed', message: String(error), color: 'red' });
    } finally {
      setRead(null);
    }
  };
  const label = read === null ? 'Download as CSV' : 'Stop the download';
  return (
    <>
      {read !== null && read >= TOLD_FROM_ROWS && (
        <span className="muted" role="status">
          {read.toLocaleString('en-US')} rows
        </span>
      )}
      <Tooltip label={label}>
        <ActionIcon
          onClick={() => (read === null ? void save() : running.current?.abort())}
          aria-label={label}
        >
          {read === null ? <IconDownload size={15} /> : <IconX size={15} />}
        </ActionIcon>
      </Tooltip>
    </>
  );
}
