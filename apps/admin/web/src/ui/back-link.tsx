import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { usePageSearch } from './page-search.ts';
import { nameOf, backTargetOf, type BackTarget } from './back-target.ts';

interface BackLinkProps {
  /** The list of the page. */
  to: string;
  /** Filters of the list; only the org if absent. */
  search?: BackTarget['search'];
}

/** The arrow before a heading: back to the previous page with its filters, or to the list. */
export function BackLink({ to, search }: BackLinkProps) {
  const { search: here } = usePageSearch<'back'>();
  const back = backTargetOf(here.back) ?? { to, search: search ?? { org: here.org } };
  const label = `Back to ${nameOf(back.to)}`;
  return (
    <Tooltip label={label}>
      <ActionIcon renderRoot={(props) => <Link {...back} {...props} />} aria-label={label}>
        <IconArrowLeft size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
