import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { messageExplanation, type MessageExplanationView } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import { queryClient } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './broker.module.css';
import { formatMicroseconds } from './percent.ts';
import { formatShare } from '../ui/format.ts';
import { TextAreaField } from '../ui/form-fields.tsx';
import { submitOnEnter, submits } from '../ui/forms.ts';
import { ToolLink } from '../ui/entity-links.tsx';

type RankedTool = MessageExplanationView['tools'][number];

/** Tools out of scope shown before "Show all". */
const SHOWN_AT_FIRST = 20;

interface TryQueryProps {
  org: string;
  /** The tool of the page: its row is highlighted and its agents are preselected. */
  tool?: string;
  agents?: readonly string[];
}

/** Ranks the tools for a message and explains the order, without creating a turn. */
export function TryQuery({ org, tool, agents }: TryQueryProps) {
  const known = useAgents(org);
  const names = known.map(({ name }) => name).filter((name) => agents === undefined || agents.includes(name));
  const [text, setText] = useState('');
  const [agent, setAgent] = useState<string | null>(null);
  const chosen = agent !== null && names.includes(agent) ? agent : names[0];
  const [submitted, setSubmitted] = useState<{ text: string; agent: string } | null>(null);
  return (
    <>
      <form
        className={classes.tryForm}
        onSubmit={submits(() => {
          if (!chosen || !text.trim()) return;
          setSubmitted({ text: text.trim(), agent: chosen });
          // The same message can have another answer by now.
          void queryClient.invalidateQueries({ queryKey: ['explanation'] });
        })}
      >
        <TextAreaField
          label="Message"
          placeholder="Find a flat with a sea view in Paphos"
          flex="1 1 320px"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
        <Select
          label="Agent"
          flex="0 1 220px"
          data={names}
          value={chosen ?? null}
          searchable
          onChange={setAgent}
        />
        <Button type="submit" disabled={!chosen || text.trim() === ''}>
          Rank
        </Button>
      </form>
      {submitted && <Ranking org={org} submitted={submitted} tool={tool} />}
    </>
  );
}

function Ranking({
  org,
  submitted,
  tool,
}: {
  org: string;
  submitted: { text: string; agent: string };
  tool?: string;
}) {
  const [all, setAll] = useState(false);
  const answer = useAnswer(
    { key: 'explanation', path: '/admin/broker/explanation', query: { org, ...submitted } },
    messageExplanation,
  );
  if (!answer.data) return <NoAnswer to={answer} what="The ranking" />;
  const { data } = answer;
  const shown = data.tools.filter((entry, index) => all || index < SHOWN_AT_FIRST || entry.tool === tool);
  const own = data.excluded.find((entry) => entry.tool === tool);
  return (
    <>
      <Facts
        facts={{
          tool_broker: data.mode,
          Chosen: `${data.tools.filter(({ chosen }) => chosen).length} of ${data.tools.length}`,
          Intents: data.intents.join(', ') || 'none',
          Language: data.language,
          Outcome: data.outcome,
          Confidence: data.confidence === null ? undefined : formatShare(data.confidence),
          'Ranked by': data.rankerVersion === null ? 'text' : `text and ranker ${data.rankerVersion}`,
          Time: formatMicroseconds(data.selectionUs),
        }}
      />
      {own && (
        <p className={classes.out}>
          <span className="mono">{own.tool}</span> is not available to this turn: {own.reason} ({own.layer})
        </p>
      )}
      <Section
        title="Ranking"
        hint={`For “${submitted.text}”`}
        actions={
          data.tools.length > shown.length && (
            <Button variant="subtle" color="gray" onClick={() => setAll(true)}>
              Show all {data.tools.length}
            </Button>
          )
        }
      >
        <DataTable
          label="Ranking"
          rows={shown}
          rowKey={(entry) => entry.tool}
          empty="No tool is in scope for this turn."
          columns={[
            { name: '#', align: 'end', of: (entry) => entry.rank ?? '–' },
            {
              name: 'Tool',
              of: (entry) => <ToolName entry={entry} org={org} current={entry.tool === tool} />,
            },
            { name: 'Offered', of: (entry) => <Offered entry={entry} /> },
            {
              name: 'Score',
              align: 'end',
              of: (entry) => (entry.rank === null ? '–' : entry.score.toFixed(3)),
            },
            { name: 'Why', of: (entry) => <span className="muted">{entry.reason}</span> },
          ]}
        />
      </Section>
      {data.excluded.length > 0 && (
        <details className={classes.excluded}>
          <summary>{data.excluded.length} tools are not in scope</summary>
          <ul>
            {data.excluded.map((entry) => (
              <li key={entry.tool}>
                <span className="mono">{entry.tool}</span> <span className="muted">{entry.reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function ToolName({ entry, org, current }: { entry: RankedTool; org: string; current: boolean }) {
  return (
    <span className={classes.toolName} data-current={current || undefined}>
      <ToolLink name={entry.tool} org={org} />
    </span>
  );
}

function Offered({ entry: { offered, chosen } }: { entry: RankedTool }) {
  if (offered && chosen) return <StatusBadge tone="green" label="Offered" />;
  if (offered) return <StatusBadge tone="gray" label="Offered, not chosen" />;
  return chosen ? (
    <StatusBadge tone="amber" label="Chosen, not offered" />
  ) : (
    <StatusBadge tone="gray" label="No" />
  );
}
