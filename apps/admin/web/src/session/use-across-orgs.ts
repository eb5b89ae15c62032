import { usePageSearch } from '../ui/page-search.ts';
import { usePermissions } from './use-permissions.ts';

/** Whether rows of several orgs are in view, which then name their org. */
export function useAcrossOrgs(): boolean {
  const { search } = usePageSearch();
  return usePermissions().allOrgs && search.org === undefined;
}
