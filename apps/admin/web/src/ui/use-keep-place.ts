import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps what is read where it is while new rows arrive above it. At the top of the list nothing is held back: there
 * the newest row is what one wants to see.
 */
export function useKeepPlace<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  rowPx: number,
): void {
  const firstId = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const before = firstId.current;
    firstId.current = rows[0] ? rowId(rows[0]) : undefined;
    const element = scroller.current;
    if (!element || before === undefined || before === firstId.current || element.scrollTop < rowPx) return;
    const arrived = rows.findIndex((row) => rowId(row) === before);
    if (arrived > 0) element.scrollTop += arrived * rowPx;
  }, [scroller, rows, rowId, rowPx]);
}
