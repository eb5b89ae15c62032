import { Box, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  consoleTurnDetail,
  playgroundAuthors,
  playgroundTurn,
  type PlaygroundAuthor,
  type PlaygroundTurn,
} from '#contracts/console';
import { turnRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useChange } from '../api/use-change.ts';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { agentName } from '../turns/turn-columns.tsx';
import { Loading } from '../ui/loading.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RunWithPanels } from './run-with-panels.tsx';
import { Composer } from './composer.tsx';
import { LiveTurn } from './live-turn.tsx';
import type { PlaygroundSearchName } from './playground-search.ts';
import { RunChoice } from './run-choice.tsx';
import { overrideOf, type RunSettings } from './run-settings.ts';
import classes from './playground.module.css';

/** Sends a message and shows its turn live, optionally beside a second run with other settings. */
export function PlaygroundPage() {
  const org = useOrgChoice();
  const { search, change } = usePageSearch<PlaygroundSearchName>();
  const beside = search.beside === 'yes';
  return (
    <Page
      title="Playground"
      actions={
        org && (
          <Switch
            label="Two side by side"
            checked={beside}
            onChange={(event) => change({ beside: event.currentTarget.checked ? 'yes' : undefined })}
          />
        )
      }
    >
      {org ? (
        <FromTurn key={org.slug} org={org.slug} turnId={search.from} />
      ) : (
        <PickAnOrg>Messages belong to one org.</PickAnOrg>
      )}
    </Page>
  );
}

interface Beginning {
  text: string;
  agent: string;
  author: PlaygroundAuthor;
}

const FRESH: Beginning = { text: '', agent: '', author: 'staff' };

/** Starts with the message of another turn, sent as its author: contact or staff. */
function FromTurn({ org, turnId }: { org: string; turnId: string | undefined }) {
  const turn = useAnswer(turnRequest(turnId ?? ''), consoleTurnDetail, { enabled: turnId !== undefined });
  if (turnId === undefined || turn.error) return <Runs org={org} beginning={FRESH} />;
  if (!turn.data) return <Loading what="Loading the message" />;
  const { messages, turn: row } = turn.data;
  const message = messages.find((one) => one.turnId === turnId && one.role === 'user');
  const beginning: Beginning = {
    text: message?.text ?? '',
    agent: row.agent === null ? '' : agentName(row),
    author: message?.authorKind === 'contact' ? 'contact' : 'staff',
  };
  return <Runs org={org} beginning={beginning} />;
}

const NAMES = ['First run', 'Second run'] as const;

function Runs({ org, beginning }: { org: string; beginning: Beginning }) {
  const { search, change } = usePageSearch<PlaygroundSearchName>();
  const beside = search.beside === 'yes';
  const place = {
    author: playgroundAuthors.find((known) => known === search.author) ?? beginning.author,
    agent: search.agent ?? beginning.agent,
    channel: search.channel ?? 'chat',
  };
  // The second run is for comparison, so its broker is off by default.
  const settings: RunSettings[] = [
    { model: search.model ?? '', broker: search.broker ?? '' },
    { model: search.model2 ?? '', broker: search.broker2 ?? (search.model2 ? '' : 'off') },
  ];
  const [turns, setTurns] = useState<PlaygroundTurn[][]>([[], []]);
  const shown = beside ? [0, 1] : [0];
  const send = useChange<{ run: number; text: string }>({
    request: ({ run, text: written }) => {
      const conversationId = turns[run]?.at(-1)?.conversationId;
      return {
        method: 'POST',
        path: '/admin/playground/messages',
        query: { org },
        body: {
          text: written,
          authorKind: place.author,
          agent: place.agent || undefined,
          override: overrideOf(settings[run]!),
          ...(conversationId ? { conversationId } : { channel: place.channel }),
        },
      };
    },
    invalidates: ['conversations'],
    onSuccess: (answer, { run }) => {
      const turn = playgroundTurn.parse(answer);
      setTurns((before) => before.map((of, at) => (at === run ? [...of, turn] : of)));
    },
  });
  const sendAll = async (written: string): Promise<boolean> => {
    const sent = await Promise.allSettled(shown.map((run) => send.mutateAsync({ run, text: written })));
    return sent.some(({ status }) => status === 'fulfilled');
  };
  const begun = shown.some((run) => turns[run]!.length > 0);
  return (
    <>
      <div className={classes.lanes} data-beside={beside || undefined}>
        {shown.map((run) => (
          <section key={run} className={classes.lane} aria-label={NAMES[run]}>
            <div className={classes.laneHead}>
              <RunChoice
                org={org}
                name={NAMES[run]!.toLowerCase()}
                value={settings[run]!}
                onChange={(part) => change(inAddress(run, { ...settings[run]!, ...part }))}
              />
              <Began org={org} turns={turns[run]!} />
            </div>
            <RunWithPanels
              conversationId={turns[run]!.at(-1)?.conversationId}
              place={run === 0 ? 'drawer' : 'drawer2'}
            >
              <div className={classes.turns} role="log" aria-label={`${NAMES[run]}, turns`} tabIndex={0}>
                <Box mb="auto">
                  {turns[run]!.length === 0 && <Hint beside={beside} author={place.author} />}
                  {turns[run]!.map((turn) => (
                    <LiveTurn key={turn.turnId} turn={turn} />
                  ))}
                </Box>
              </div>
            </RunWithPanels>
          </section>
        ))}
      </div>
      <Composer
        org={org}
        place={place}
        onPlace={(part) => change(part)}
        begun={begun}
        initial={beginning.text}
        sending={send.isPending}
        beside={beside}
        onSend={sendAll}
        onAnew={() => {
          setTurns([[], []]);
          change({ drawer: undefined, drawer2: undefined });
        }}
      />
    </>
  );
}

/** The settings of a run in the address. The second run states its broker even if it follows the flag. */
function inAddress(run: number, { model, broker }: RunSettings): Record<string, string | undefined> {
  return run === 0
    ? { model: model || undefined, broker: broker || undefined }
    : { model2: model || undefined, broker2: broker || (model ? undefined : 'flag') };
}

function Hint({ beside, author }: { beside: boolean; author: PlaygroundAuthor }) {
  const may = usePermissions();
  const role = may.admin ? 'an admin' : 'staff';
  return (
    <p className={classes.hint}>
      The message becomes a normal turn: workers run it with the tools, models and budgets of the org. This
      page shows the offered tools and each step live.
      {author === 'staff'
        ? ` “As yourself” runs tools as ${role}; “as the contact” runs them as a customer.`
        : ' “As the contact” runs tools as a customer.'}
      {beside && ' Both runs get the same message, each with its own model and broker mode.'}
    </p>
  );
}

function Began({ org, turns }: { org: string; turns: readonly PlaygroundTurn[] }) {
  const conversationId = turns.at(-1)?.conversationId;
  if (!conversationId) return null;
  return (
    <Link to="/conversations/$conversationId" params={{ conversationId }} search={{ org }}>
      Conversation
    </Link>
  );
}
