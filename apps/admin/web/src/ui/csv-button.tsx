import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { csvFile, download, type CsvColumn, type CsvPages } from './csv.ts';

/** Downloads with more rows show their progress. */
const PROGRESS_FROM_ROWS = 1_000;

interface CsvButtonProps<Row> {
  /** File name without extension, which says if rows are missing; evaluated after the last row is read. */
  name: string | (() => string);
  columns: readonly CsvColumn<Row>[];
  /** Every filtered row, page by page, until `signal` is aborted. */
  rows: (signal: AbortSignal) => CsvPages<Row>;
}

/** Downloads all filtered rows. A second click, or leaving the page, stops it. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const running = useRef<AbortController>(null);
  /** Rows read so far; null without a download. */
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
      {read !== null && read >= PROGRESS_FROM_ROWS && (
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
