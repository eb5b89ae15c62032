import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Asks whether edits may be lost. */
export const mayLeave = () => window.confirm('Leave without saving? Your edits are lost.');

/** Asks before the page, its tab or its address is left while a form has unsaved edits. */
export function useUnsaved(unsaved: boolean): void {
  const { history } = useRouter();
  useEffect(() => {
    if (!unsaved) return undefined;
    return history.block({ blockerFn: () => !mayLeave(), enableBeforeUnload: true });
  }, [history, unsaved]);
}
