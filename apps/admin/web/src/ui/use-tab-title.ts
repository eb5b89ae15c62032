import { useDocumentTitle } from '@mantine/hooks';

/** What the browser's tab, its history and bookmarks call what is shown: "Flags · Turnpike". */
export function useTabTitle(title: string): void {
  useDocumentTitle(`${title} · Turnpike`);
}
