import type { FlagView } from '#contracts';
import { Peek } from '../ui/peek.tsx';
import { OrgFlagLink } from './org-flag-link.tsx';
import { FlagValueBadge } from './flag-value.tsx';
import classes from './flags.module.css';
import { valueIn, valueSources, type OrgRow } from './org-rows.ts';

export function OrgFlagsPeek({ flags, row }: { flags: readonly FlagView[]; row: OrgRow }) {
  return (
    <Peek title={row.name} label={`Flags: ${row.name}`}>
      <ul className={classes.held}>
        {flags.map((flag) => (
          <li key={flag.key}>
            <OrgFlagLink flag={flag} org={row.slug} className={classes.heldFlag}>
              <span className={classes.heldHead}>
                <span className="mono">{flag.key}</span>
                <FlagValueBadge {...valueIn(flag, row)} />
              </span>
              <span className="muted small">{valueSources(flag, row).join(' · ')}</span>
            </OrgFlagLink>
          </li>
        ))}
      </ul>
    </Peek>
  );
}
