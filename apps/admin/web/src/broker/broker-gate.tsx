import { Link } from '@tanstack/react-router';
import { FlagGate } from '../flags/flag-gate.tsx';
import { useFlag } from '../flags/flag-queries.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Figure } from '../ui/facts.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { usePageSearch } from '../ui/page-search.ts';

const FLAG = 'tool_broker';

/** Whether the figures measured in shadow allow enforce for every org, and what is missing. */
export function BrokerGate() {
  const { search } = usePageSearch();
  const flag = useFlag(FLAG, search.org);
  if (!flag.data) return <NoAnswer to={flag} what="The gate" />;
  const { gate } = flag.data.flag;
  return (
    gate && (
      <FlagGate
        flag={FLAG}
        gate={gate}
        actions={
          <LinkButton to="/flags/$key" params={{ key: FLAG }} search={{ org: search.org }}>
            Open the flag
          </LinkButton>
        }
      />
    )
  );
}

export function GateFigure() {
  const { search } = usePageSearch();
  const gate = useFlag(FLAG, search.org).data?.flag.gate;
  if (!gate) return null;
  return (
    <Figure
      name="Rollout gate"
      value={
        <Link to="/broker" search={(current) => ({ ...current, tab: 'modes' })}>
          {gate.open ? 'open' : 'closed'}
        </Link>
      }
      tone={gate.open ? 'green' : 'amber'}
      note={`${gate.turns.toLocaleString('en-US')} of ${gate.minTurns} turns in ${gate.measuredIn}, all orgs`}
    />
  );
}
