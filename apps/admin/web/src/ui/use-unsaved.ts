import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Asks before the page, its tab or its address is left while a form has unsaved edits. */
export function useUnsaved(unsaved: boolean): void {
  const { history } = useRouter();
  useEffect(() => {
    if (!unsaved) return undefined;
    const blockerFn = () => !window.confirm('Leave without saving? Your edits are lost.');
    return history.block({ blockerFn, enableBeforeUnload: true });
  }, [history, unsaved]);
}
