import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Keeps the scroll position of the rows in view when new rows arrive above. At the top, new rows push in. */
export function useScrollAnchor<Row>(
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
