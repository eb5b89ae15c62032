import type { FormEvent, KeyboardEvent } from 'react';

/** Runs `act` in place of the browser's own submission. */
export const submits = (act: () => void) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** Enter submits the form of a text area, Shift and Enter starts a line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
