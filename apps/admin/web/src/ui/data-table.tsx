import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface DataColumn<Row> {
  name: string;
  of: (row: Row) => ReactNode;
  align?: 'end';
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Text without rows. */
  empty: string;
  /** In narrow windows each row is a card headed by its first cell; for tables with many columns. */
  stacks?: boolean;
}

/** A short table within a page. Use `ListView` for lists that can grow. */
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
