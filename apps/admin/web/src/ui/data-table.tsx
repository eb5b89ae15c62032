import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface DataColumn<Row> {
  name: string;
  of: (row: Row) => ReactNode;
  align?: 'end';
}

interface DataTableProps<Row> {
  /** What is listed, for screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** In place of rows when there are none. */
  empty: string;
  /** In a narrow window each row is a card, its first cell the head of it: for tables of many columns. */
  stacks?: boolean;
}

/** A short table inside of a page; a list that may grow is a `ListView`. */
export function DataTable<Row>({ label, columns, rows, rowKey, empty, stacks }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={`${label}, table`}>
      <table className={classes.table} aria-label={label} data-stacks={stacks || undefined}>
        <thead>
          <tr>
            {columns.map(({ name, align }) => (
              <th key={name} scope="col" data-align={align}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ name, align, of }) => (
                <td key={name} data-align={align} data-name={name}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
