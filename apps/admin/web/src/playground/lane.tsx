import { Button, Select, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { playgroundTurn, type PlaygroundTurn } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import { useChange } from '../api/use-change.ts';
import { useMay } from '../session/use-may.ts';
import { LiveTurn } from './live-turn.tsx';
import classes from './playground.module.css';

/** The pack's own choice by what the message says. */
const BY_INTENT = '';
const AS_THE_ORG = '';
const MODES = [
  { value: AS_THE_ORG, label: 'Broker as the org has it' },
  { value: 'off', label: 'Broker off' },
  { value: 'shadow', label: 'Broker in shadow' },
  { value: 'enforce', label: 'Broker enforced' },
];

/** One conversation that is tried out: its settings, its turns as they run, and the next message. */
export function Lane({ name, org }: { name: string; org: string }) {
  const agents = useAgents(org);
  const may = useMay();
  const [agent, setAgent] = useState(BY_INTENT);
  const [channel, setChannel] = useState('chat');
  const [mode, setMode] = useState(AS_THE_ORG);
  const [text, setText] = useState('');
  const [turns, setTurns] = useState<PlaygroundTurn[]>([]);
  const conversationId = turns.at(-1)?.conversationId;
  const send = useChange({
    request: () => ({
      method: 'POST',
      path: '/admin/playground/messages',
      query: { org },
      body: { text, agent: agent || undefined, ...(conversationId ? { conversationId } : { channel }) },
    }),
    invalidates: ['conversations'],
    onSuccess: (answer) => {
      const turn = playgroundTurn.parse(answer);
      setTurns((before) => [...before, turn]);
      setText('');
    },
  });
  const pin = useChange<string>({
    request: (value) => ({
      method: 'POST',
      path: `/admin/flags/tool_broker/${value === AS_THE_ORG ? 'clear' : 'set'}`,
      body: {
        at: { place: 'conversation', org, conversationId },
        why: 'tried out in the playground',
        ...(value === AS_THE_ORG ? {} : { value, overrideGate: true }),
      },
    }),
    invalidates: ['flags', 'flag'],
    done: (value) =>
      value === AS_THE_ORG
        ? 'The next message has the org’s own setting'
        : `From the next message on: ${value}`,
    onSuccess: (_, value) => setMode(value),
  });
  return (
    <section className={classes.lane} aria-label={`${name} conversation`}>
      <div className={classes.settings}>
        <Select
          aria-label={`Agent, ${name.toLowerCase()}`}
          data={[
            { value: BY_INTENT, label: 'Agent by intent' },
            ...agents.map((one) => ({ value: one.name, label: one.name })),
          ]}
          value={agent}
          allowDeselect={false}
          onChange={(next) => setAgent(next ?? BY_INTENT)}
        />
        <Select
          aria-label={`Channel, ${name.toLowerCase()}`}
          data={['chat', 'voice']}
          value={channel}
          allowDeselect={false}
          disabled={conversationId !== undefined}
          onChange={(next) => setChannel(next ?? 'chat')}
        />
        {may.admin && (
          <Select
            aria-label={`Broker, ${name.toLowerCase()}`}
            data={MODES}
            value={mode}
            allowDeselect={false}
            disabled={conversationId === undefined || pin.isPending}
            title={conversationId ? undefined : 'Pinned to a conversation: send a first message'}
            onChange={(next) => pin.mutate(next ?? AS_THE_ORG)}
          />
        )}
        {conversationId && (
          <>
            <Link to="/conversations/$conversationId" params={{ conversationId }} search={{ org }}>
              Conversation
            </Link>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={() => {
                setTurns([]);
                setMode(AS_THE_ORG);
              }}
            >
              Begin anew
            </Button>
          </>
        )}
      </div>
      <div className={classes.turns} role="log" aria-label={`${name} conversation, turns`} tabIndex={0}>
        {turns.length === 0 && (
          <p className={classes.hint}>
            The message is a turn like any other: the org’s workers run it with its tools, models and budgets.
            Its steps show up here as they end.
          </p>
        )}
        {turns.map((turn) => (
          <LiveTurn key={turn.turnId} turn={turn} />
        ))}
      </div>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() && !send.isPending) send.mutate();
        }}
      >
        <Textarea
          aria-label={`Message, ${name.toLowerCase()}`}
          placeholder="Write a message; Enter sends it"
          className={classes.text}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={32_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Button type="submit" loading={send.isPending} disabled={text.trim() === ''}>
          Send
        </Button>
      </form>
    </section>
  );
}
