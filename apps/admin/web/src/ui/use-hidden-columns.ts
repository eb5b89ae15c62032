import { useLocalStorage } from '@mantine/hooks';

/** Columns of a list that this browser leaves out, by what is listed: they are a taste, not a state of the page. */
export function useHiddenColumns(label: string): [readonly string[], (hidden: string[]) => void] {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `turnpike.hidden-columns.${label}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: idsOf,
  });
  return [hidden, setHidden];
}

/** What somebody else has written there shows every column. */
function idsOf(stored: string | undefined): string[] {
  if (stored === undefined) return [];
  try {
    const ids: unknown = JSON.parse(stored);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
