import { useDocumentTitle } from '@mantine/hooks';

/** Sets the title of the browser tab: "Flags · Turnpike". */
export function useTabTitle(title: string): void {
  useDocumentTitle(`${title} · Turnpike`);
}
