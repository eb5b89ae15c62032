import { usePageSearch } from '../ui/page-search.ts';
import { useSession } from './use-session.ts';

/** For what concerns one org: whether one is looked at, the picked one or that of whoever is signed in. */
export function useOneOrg(): { picked: boolean; org: string | undefined } {
  const session = useSession();
  const { search } = usePageSearch();
  return { picked: session.org !== null || search.org !== undefined, org: search.org };
}
