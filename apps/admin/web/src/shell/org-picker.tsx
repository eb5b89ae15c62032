import { Select } from '@mantine/core';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useOrgs, useSession } from '../session/use-session.ts';

const EVERY_ORG = '';

/** Picks the org in view. It is part of the address, so that links show the same rows to others. */
export function OrgPicker({ onPicked }: { onPicked: () => void }) {
  const session = useSession();
  const orgs = useOrgs();
  const search = useSearch({ strict: false });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (!session.permissions.allOrgs) {
    return (
      <div className="truncate" style={{ padding: '0 6px', fontWeight: 550 }} title={session.org?.slug}>
        {session.org?.name}
      </div>
    );
  }
  return (
    <Select
      aria-label="Org"
      classNames={{ input: 'truncate' }}
      rightSectionWidth={24}
      searchable={orgs.length > 8}
      data={[
        { value: EVERY_ORG, label: 'All orgs' },
        ...orgs.map((org) => ({ value: org.slug, label: org.name })),
      ]}
      value={search.org ?? EVERY_ORG}
      nothingFoundMessage="No such org"
      onChange={(slug) => {
        onPicked();
        // Keeps the page. A detail page of another org has nothing to show, so its list opens.
        const page = `/${pathname.split('/')[1] ?? ''}`;
        void navigate({ to: page, search: { org: slug || undefined } });
      }}
    />
  );
}
