import { Link } from '@tanstack/react-router';
import { brokerToolReason, type BrokerToolReason } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { Facts } from '../ui/facts.tsx';
import { counted } from '../ui/format.ts';
import classes from './broker.module.css';
import { ToolLink } from '../ui/entity-links.tsx';

/** Explains why a called tool was not chosen: its rank, the cut-off, and whether it is always offered. */
export function MissReason({ turnId, tool, org }: { turnId: string; tool: string; org: string }) {
  const reason = useAnswer(
    { key: 'broker-reason', path: `/admin/broker/turns/${turnId}/tools/${tool}` },
    brokerToolReason,
  );
  const found = reason.data;
  return (
    <div className={classes.why}>
      <span>
        {found?.tier === null ? <span className="mono">{tool}</span> : <ToolLink name={tool} org={org} />}
        <span className="muted"> {found?.reason ?? reason.error?.message ?? '…'}</span>
      </span>
      {found && (
        <Facts
          facts={{
            Chosen: chosenText(found),
            'Last chosen': <LastChosen reason={found} org={org} />,
            'Always offered': <AlwaysOffered reason={found} org={org} />,
          }}
        />
      )}
    </div>
  );
}

function chosenText({ cut }: BrokerToolReason): string {
  if (!cut) return '';
  const { chosen, demanded } = cut;
  return `${counted(chosen, 'tool')}: ${demanded} always offered, ${chosen - demanded} by rank`;
}

/** The last tool that was chosen, and the distance of this one from it. */
function LastChosen({ reason: { cut, rank, score }, org }: { reason: BrokerToolReason; org: string }) {
  if (!cut?.last) return <>none</>;
  const { last } = cut;
  const own = [rank === null ? '' : `rank ${rank}`, score === null ? '' : `score ${score.toFixed(2)}`];
  return (
    <>
      <ToolLink name={last.tool} org={org} /> rank {last.rank}
      {last.score !== null && `, score ${last.score.toFixed(2)}`}
      {last.newTool && ', in a slot reserved for new tools'}
      <span className="muted"> (this one: {own.filter(Boolean).join(', ') || 'not ranked'})</span>
    </>
  );
}

/** Editing the tier can make the tool part of every message. */
function AlwaysOffered({ reason: { tool, tier }, org }: { reason: BrokerToolReason; org: string }) {
  if (tier === null)
    return (
      <>
        no, only by rank. The tool has no page here: it belongs to one of the{' '}
        <Link to="/mcp-servers" search={{ org }}>
          MCP servers
        </Link>{' '}
        or was removed.
      </>
    );
  if (tier === 'always' || tier === 'universal') return <>yes, since this turn: its tier is now {tier}</>;
  const by = tier === 'critical' ? 'only while its trigger matches' : 'only by rank';
  return (
    <>
      no, {by}: its tier is {tier}.{' '}
      <Link to="/tools/$name" params={{ name: tool }} search={{ org, tab: 'metadata' }}>
        Edit the tier
      </Link>
      {', '}
      <Link to="/tools/$name" params={{ name: tool }} search={{ org, tab: 'history' }}>
        history
      </Link>
    </>
  );
}
