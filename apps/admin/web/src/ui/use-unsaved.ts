import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

let answer: boolean | undefined;

/** Asks whether edits may be lost, once for all forms that are left together. */
export function mayLeave(): boolean {
  answer ??= window.confirm('Leave without saving? Your edits are lost.');
  setTimeout(() => (answer = undefined));
  return answer;
}

/** Asks before the page, its tab or its address is left while a form has unsaved edits. */
export function useUnsaved(unsaved: boolean): void {
  const { history } = useRouter();
  useEffect(() => {
    if (!unsaved) return undefined;
    return history.block({ blockerFn: () => !mayLeave(), enableBeforeUnload: true });
  }, [history, unsaved]);
}
