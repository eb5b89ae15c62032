import { Link } from '@tanstack/react-router';
import { brokerToolReason, type BrokerToolReason } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { Facts } from '../ui/facts.tsx';
import { counted } from '../ui/format.ts';
import classes from './broker.module.css';

export function ToolLink({ tool, org }: { tool: string; org: string }) {
  return (
    <Link to="/tools/$name" params={{ name: tool }} search={{ org }} className="mono">
      {tool}
    </Link>
  );
}

/** Why a tool that was called had not been chosen: its rank, where the broker stopped, and whether it is always there. */
export function WhyMissed({ turnId, tool, org }: { turnId: string; tool: string; org: string }) {
  const reason = useAnswer({
    key: 'broker-reason',
    path: `/admin/broker/turns/${turnId}/tools/${tool}`,
    schema: brokerToolReason,
  });
  const found = reason.data;
  return (
    <div className={classes.why}>
      <span>
        {found?.tier === null ? <span className="mono">{tool}</span> : <ToolLink tool={tool} org={org} />}
        <span className="muted"> {found?.reason ?? reason.error?.message ?? '…'}</span>
      </span>
      {found && (
        <Facts
          facts={[
            ['Chosen', chosenText(found)],
            ['Last by rank', <LastByRank key="last" reason={found} org={org} />],
            ['Always there', <AlwaysThere key="tier" reason={found} org={org} />],
          ]}
        />
      )}
    </div>
  );
}

function chosenText({ cut }: BrokerToolReason): string {
  if (!cut) return '';
  const { chosen, demanded } = cut;
  return `${counted(chosen, 'tool')}: ${demanded} whatever the message says, ${chosen - demanded} by rank`;
}

/** The last one that came in, and how far behind it this one was. */
function LastByRank({ reason: { cut, rank, score }, org }: { reason: BrokerToolReason; org: string }) {
  if (!cut?.last) return <>none</>;
  const { last } = cut;
  const own = [rank === null ? '' : `rank ${rank}`, score === null ? '' : `score ${score.toFixed(2)}`];
  return (
    <>
      <ToolLink tool={last.tool} org={org} /> rank {last.rank}
      {last.score !== null && `, score ${last.score.toFixed(2)}`}
      {last.newTool && ', in a place that is kept for new tools'}
      <span className="muted"> (this one: {own.filter(Boolean).join(', ') || 'not ranked'})</span>
    </>
  );
}

/** An edit of its tier could have it offered with every message. */
function AlwaysThere({ reason: { tool, tier }, org }: { reason: BrokerToolReason; org: string }) {
  if (tier === null)
    return (
      <>
        no: it had to be ranked. It has no page here: it is of one of the{' '}
        <Link to="/mcp-servers" search={{ org }}>
          MCP servers
        </Link>
        , or gone.
      </>
    );
  if (tier === 'always' || tier === 'universal') return <>since then: its tier is {tier}</>;
  const by = tier === 'critical' ? 'only while its trigger holds' : 'it has to be ranked';
  return (
    <>
      no: its tier is {tier}, so {by}.{' '}
      <Link to="/tools/$name" params={{ name: tool }} search={{ org, tab: 'metadata' }}>
        Its tier
      </Link>
      {', '}
      <Link to="/tools/$name" params={{ name: tool }} search={{ org, tab: 'history' }}>
        who changed it
      </Link>
    </>
  );
}
