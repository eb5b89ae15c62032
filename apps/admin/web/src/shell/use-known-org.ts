import { notifications } from '@mantine/notifications';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { refreshedOrgs, useOrgs, useSession } from '../session/use-session.ts';

const NOTICE_MS = 12_000;

/** Whether the viewer may see the org of the address. If not, a notification says which orgs are shown instead. */
export function useKnownOrg(): boolean {
  const session = useSession();
  const orgs = useOrgs();
  const { org } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { allOrgs } = session.permissions;
  const [unchecked, setUnchecked] = useState<string>();
  const known =
    org === undefined ||
    org === unchecked ||
    (allOrgs && orgs.length === 0) ||
    orgs.some(({ slug }) => slug === org);
  useEffect(() => {
    if (known || org === undefined) return undefined;
    let active = true;
    const goOn = async () => {
      // An org created a moment ago is in a refreshed list.
      if (allOrgs && (await isInNewList(org))) return setUnchecked(org);
      if (!active) return undefined;
      notifications.show({
        id: 'unknown-org',
        title: allOrgs ? `No org “${org}”` : `“${org}” is not one of your orgs`,
        message: allOrgs
          ? 'All orgs are shown instead.'
          : `${session.org?.name ?? 'Yours'} is shown instead.`,
        color: 'yellow',
        autoClose: NOTICE_MS,
      });
      return navigate({
        to: '.',
        search: (before: object) => ({ ...before, org: undefined }),
        replace: true,
      });
    };
    void goOn();
    return () => {
      active = false;
    };
  }, [known, org, allOrgs, session.org?.name, navigate]);
  return known;
}

/** Also true if the list cannot be loaded: the page then reports its own errors. */
async function isInNewList(org: string): Promise<boolean> {
  try {
    return (await refreshedOrgs()).some(({ slug }) => slug === org);
  } catch {
    return true;
  }
}
