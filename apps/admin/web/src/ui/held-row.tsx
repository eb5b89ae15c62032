import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

interface HeldRow {
  /** Keeps the row until the returned function is called. */
  hold: () => () => void;
  /** A refresh has removed the row from the list. */
  isGone: boolean;
}

const HeldRowContext = createContext<HeldRow>({ hold: () => () => {}, isGone: false });

/** Another person may remove the row of an open dialog from its list. The dialog with its text must not go with it. */
export function useHeldRow<Row>(found: Row | undefined) {
  const [held, setHeld] = useState<Row>();
  const hold = () => {
    setHeld(found);
    return () => setHeld(undefined);
  };
  const row = found ?? held;
  return {
    row,
    provide: (peek: ReactNode) => <HeldRowContext value={{ hold, isGone: !found }}>{peek}</HeldRowContext>,
  };
}

/** Keeps the selected row of the list, and its peek, while the dialog that calls this is open. */
export function useHold(): void {
  const { hold } = useContext(HeldRowContext);
  // The row is kept as it was when the dialog opened.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(hold, []);
}

export function useIsGone(): boolean {
  return useContext(HeldRowContext).isGone;
}
