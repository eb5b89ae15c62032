import { useDocumentTitle } from '@mantine/hooks';

export function useTabTitle(title: string): void {
  useDocumentTitle(`${title} · Turnpike`);
}
