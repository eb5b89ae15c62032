import type { FormEvent, KeyboardEvent } from 'react';

/** Marks a field whose text is too long; see `form-fields.tsx`. */
export const TOO_LONG = 'data-too-long';

/** Marks a field whose text differs from the one that it began with; see `form-fields.tsx`. */
export const EDITED = 'data-edited';

/** Marks a form that would be left with edits. */
export const UNSAVED = 'data-unsaved';

/** True if more than a word was written into the fields in `root`. */
export function hasEdits(root: Element | null | undefined): boolean {
  const fields = [
    ...(root?.querySelectorAll<HTMLInputElement>(`[${EDITED}]:not([readonly], [aria-haspopup])`) ?? []),
  ];
  return /\s/.test(fields.flatMap(({ value }) => value.trim() || []).join(' '));
}

/** Runs `act` in place of the browser's own submission. A field whose text is too long gets the focus instead. */
export const submits = (act: () => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault();
  const tooLong = event.currentTarget.querySelector<HTMLElement>(`[${TOO_LONG}]`);
  if (tooLong) tooLong.focus();
  else act();
};

/** Enter submits the form of a text area, Shift and Enter starts a line. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
