import { Select } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { toolScopeAnswer, type ConsoleOrg, type ConsoleToolDetail } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { Section } from '../ui/section.tsx';
import classes from './tools.module.css';

const CALLERS = ['contact', 'staff', 'admin'];
const CHANNELS = ['chat', 'voice'];

export function ToolScope({ tool, org }: { tool: ConsoleToolDetail; org: ConsoleOrg | undefined }) {
  const [agent, setAgent] = useState(tool.agents[0] ?? '');
  const [caller, setCaller] = useState('contact');
  const [channel, setChannel] = useState('chat');
  if (!org) return <PickAnOrg>The access layers differ between orgs.</PickAnOrg>;
  const selects = [
    { label: 'Agent', data: tool.agents, value: agent, set: setAgent },
    { label: 'Caller', data: CALLERS, value: caller, set: setCaller },
    { label: 'Channel', data: CHANNELS, value: channel, set: setChannel },
  ];
  return (
    <Section
      title="Layers"
      hint={`A turn of ${org.name} can use the tool if every layer allows it.`}
      actions={selects.map(({ label, data, value, set }) => (
        <Select
          key={label}
          aria-label={label}
          data={data}
          value={value || null}
          onChange={(next) => set(next ?? value)}
        />
      ))}
    >
      {agent ? (
        <Layers tool={tool.name} query={{ org: org.slug, agent, caller, channel }} />
      ) : (
        <p className="muted">No agent lists this tool.</p>
      )}
    </Section>
  );
}

/** Labels of the layers in `docs/tools.md`. */
const LAYERS: Record<string, string> = {
  platform: 'Platform',
  org_pack: 'Packs of the org',
  org_enabled: 'Enabled tools of the org',
  agent: 'Agent',
  channel: 'Channel',
  role: 'Caller',
  conversation: 'Conversation',
};

function Layers({ tool, query }: { tool: string; query: Record<string, string> }) {
  const answer = useAnswer({ key: 'tool-scope', path: `/admin/tools/${tool}/scope`, query }, toolScopeAnswer);
  if (!answer.data) return <NoAnswer to={answer} what="The layers" />;
  return (
    <ol className={classes.layers}>
      {answer.data.layers.map(({ layer, passes, reason }) => (
        <li key={layer} data-passes={passes}>
          {passes ? <IconCheck size={15} aria-label="passes" /> : <IconX size={15} aria-label="blocks" />}
          <b>{LAYERS[layer] ?? layer}</b>
          <span className="muted">{reason ?? 'allows it'}</span>
        </li>
      ))}
    </ol>
  );
}
