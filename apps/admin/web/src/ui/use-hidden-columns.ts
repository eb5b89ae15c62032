import { useLocalStorage } from '@mantine/hooks';

/** Hidden columns of a list, stored per browser: they are a preference, not page state. */
export function useHiddenColumns(label: string): [readonly string[], (hidden: string[]) => void] {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `turnpike.hidden-columns.${label}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: idsOf,
  });
  return [hidden, setHidden];
}

/** An invalid stored value hides no column. */
function idsOf(stored: string | undefined): string[] {
  if (stored === undefined) return [];
  try {
    const ids: unknown = JSON.parse(stored);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
