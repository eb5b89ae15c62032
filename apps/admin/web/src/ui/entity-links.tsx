import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TurnLinkProps {
  turnId: string;
  /** Page that the turn's page links back to, if it is not the list of turns. */
  back?: string | undefined;
  children?: ReactNode;
}

export function TurnLink({ turnId, back, children = 'Open the turn' }: TurnLinkProps) {
  return (
    <Link to="/turns/$turnId" params={{ turnId }} search={{ back }}>
      {children}
    </Link>
  );
}

interface ToolLinkProps {
  name: string;
  /** Slug of the org in which the page opens; the org of the address if absent. */
  org?: string | undefined;
  back?: string | undefined;
}

export function ToolLink({ name, org, back }: ToolLinkProps) {
  return (
    <Link
      to="/tools/$name"
      params={{ name }}
      search={(current) => ({ org: org ?? current.org, back })}
      className="mono"
    >
      {name}
    </Link>
  );
}
