import { Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import type { PlaygroundAuthor } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import classes from './playground.module.css';
import { TextAreaField } from '../ui/form-fields.tsx';
import { submitOnEnter, submits } from '../ui/forms.ts';

/** The pack chooses the agent from the message. */
const BY_INTENT = '';

const AUTHORS: { value: PlaygroundAuthor; label: string }[] = [
  { value: 'staff', label: 'As yourself' },
  { value: 'contact', label: 'As the contact' },
];

export interface Place {
  author: PlaygroundAuthor;
  agent: string;
  channel: string;
}

interface ComposerProps {
  org: string;
  place: Place;
  onPlace: (change: Partial<Place>) => void;
  /** The conversations have begun, so their channel is fixed. */
  begun: boolean;
  /** Initial text, for example of a retried message. */
  initial: string;
  sending: boolean;
  beside: boolean;
  /** Starts new conversations. */
  onAnew: () => void;
  /** Resolves to true when the message is accepted; otherwise the text stays in the field. */
  onSend: (text: string) => Promise<boolean>;
}

export function Composer(props: ComposerProps) {
  const { org, place, onPlace, begun, initial, sending, beside, onSend, onAnew } = props;
  const agents = useAgents(org);
  const [text, setText] = useState(initial);
  const send = async () => {
    if (text.trim() && !sending && (await onSend(text))) setText('');
  };
  return (
    <form className={classes.form} aria-label="Message" onSubmit={submits(() => void send())}>
      <div className={classes.place}>
        <SegmentedControl
          aria-label="Write"
          className={classes.author}
          data={AUTHORS}
          value={place.author}
          onChange={(author) => onPlace({ author })}
        />
        <Select
          aria-label="Agent"
          flex="1 1 160px"
          miw={132}
          data={[
            { value: BY_INTENT, label: 'Agent by intent' },
            ...agents.map((one) => ({ value: one.name, label: one.name })),
          ]}
          value={place.agent}
          onChange={(agent) => onPlace({ agent: agent ?? BY_INTENT })}
        />
        <Select
          aria-label="Channel"
          flex="0 1 96px"
          miw={0}
          data={['chat', 'voice']}
          value={place.channel}
          disabled={begun}
          title={begun ? 'A conversation keeps its channel. Start over to change it' : undefined}
          onChange={(channel) => onPlace({ channel: channel ?? 'chat' })}
        />
        {begun && (
          <Button variant="subtle" color="gray" flex="none" px={8} onClick={onAnew}>
            Start over
          </Button>
        )}
      </div>
      <TextAreaField
        aria-label="Text of the message"
        placeholder="Write a message. Enter sends it"
        flex="1 1 240px"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={32_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
      <Button type="submit" loading={sending} disabled={text.trim() === ''}>
        {beside ? 'Send to both' : 'Send'}
      </Button>
    </form>
  );
}
