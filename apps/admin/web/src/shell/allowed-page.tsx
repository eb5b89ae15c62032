import { Outlet, useMatches } from '@tanstack/react-router';
import { usePermissions } from '../session/use-permissions.ts';
import { NotAllowed, refusalOf } from '../ui/not-allowed.tsx';
import { Page } from '../ui/page.tsx';
import { pages } from './pages.ts';

/** The page of the address. A viewer who may not open it learns who may. */
export function AllowedPage() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const may = usePermissions();
  const page = pages.find(({ to }) => to === path);
  const refusal = refusalOf(page?.only, may);
  if (!page || !refusal) return <Outlet />;
  return (
    <Page title={page.name}>
      <NotAllowed {...refusal} />
    </Page>
  );
}
