import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { usePageSearch } from './page-search.ts';
import { nameOf, wayBackOf, type WayBack } from './way-back.ts';

interface BackLinkProps {
  /** The list that the page is one of. */
  to: string;
  /** Its filters; the org alone when absent. */
  search?: WayBack['search'];
}

/** The arrow before a heading: to where one came from with its filters, or else to the list. */
export function BackLink({ to, search }: BackLinkProps) {
  const { search: here } = usePageSearch<'back'>();
  const back = wayBackOf(here.back) ?? { to, search: search ?? { org: here.org } };
  const label = `Back to ${nameOf(back.to)}`;
  return (
    <Tooltip label={label}>
      <ActionIcon renderRoot={(props) => <Link {...back} {...props} />} aria-label={label}>
        <IconArrowLeft size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
