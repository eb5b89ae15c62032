import { JsonInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleOutboxTask } from '#contracts/console';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Facts } from '../ui/facts.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import { OutboxTaskBadge, OutboxTasksAction, isReplayed, isRetried } from './outbox-task-actions.tsx';
import classes from './queues.module.css';
import { TurnLink } from '../ui/entity-links.tsx';

export function OutboxTaskPeek({ outboxTask }: { outboxTask: ConsoleOutboxTask }) {
  const { turnId, conversationId, traceId, job, state } = outboxTask;
  const back = useBackAddress();
  return (
    <Peek
      label={`Outbox task ${job}`}
      title={job}
      actions={
        <>
          <OutboxTaskBadge state={state} />
          {isRetried(outboxTask) && <OutboxTasksAction act="retry" of={[outboxTask]} withKey />}
          {state === 'failed' && <OutboxTasksAction act="remove" of={[outboxTask]} />}
        </>
      }
    >
      {outboxTask.error && <p className="problem">{outboxTask.error}</p>}
      <nav className={classes.links} aria-label="Related pages">
        {turnId && (
          <TurnLink turnId={turnId} back={back}>
            Turn and trace
          </TurnLink>
        )}
        {conversationId && (
          <Link
            to="/conversations/$conversationId"
            params={{ conversationId }}
            search={{ org: outboxTask.org.slug, back }}
          >
            Conversation
          </Link>
        )}
        {job === 'deliver' && (
          <Link to="/settings" search={{ org: outboxTask.org.slug, tab: 'webhooks' }}>
            Delivery log
          </Link>
        )}
        {job === 'run-tool' && state === 'failed' && (
          <Link to="/tools" search={{ org: outboxTask.org.slug }}>
            Run it again under Tools
          </Link>
        )}
        {traceId && !turnId && (
          <Link to="/traces/$traceId" params={{ traceId }} search={{ org: outboxTask.org.slug, back }}>
            Trace
          </Link>
        )}
      </nav>
      <Facts
        facts={{
          Org: outboxTask.org.name,
          Attempts: outboxTask.attempts,
          Created: <RelativeTime at={outboxTask.createdAt} />,
          'Not before': state === 'pending' && <RelativeTime at={outboxTask.runAt} />,
          Ended: outboxTask.finishedAt && <RelativeTime at={outboxTask.finishedAt} />,
          Id: <CopyId id={outboxTask.id} of="outbox task" />,
          Key: <span className="mono">{outboxTask.key}</span>,
        }}
      />
      <h3 className="heading">Payload</h3>
      {isReplayed(outboxTask) ? (
        <Replay outboxTask={outboxTask} />
      ) : (
        <JsonView value={outboxTask.payload} label="Payload" />
      )}
    </Peek>
  );
}

/** Editor that reruns the task with a changed payload. */
function Replay({ outboxTask }: { outboxTask: ConsoleOutboxTask }) {
  const before = JSON.stringify(outboxTask.payload, null, 2);
  const [text, setText] = useState(before);
  const payload = parsed(text);
  const changed = text.trim() !== before;
  return (
    <>
      <JsonInput
        aria-label="Payload"
        autosize
        minRows={4}
        maxRows={16}
        formatOnBlur
        validationError="Not valid JSON"
        classNames={{ input: classes.payload }}
        value={text}
        onChange={setText}
      />
      {changed && (
        <ChangeButton
          label="Replay with this payload…"
          look={{ variant: 'filled', mt: 8, disabled: payload === undefined }}
          title={`Replay ${outboxTask.job} with another payload?`}
          confirm="Replay"
          change={{
            request: () => ({
              method: 'POST',
              path: `/admin/outbox-tasks/${outboxTask.id}/replay`,
              body: { payload },
            }),
            invalidates: ['outbox', 'queues'],
            done: () => `${outboxTask.job} runs again with the edited payload`,
          }}
        >
          <DifferenceView label="the payload" before={outboxTask.payload} after={payload} />
        </ChangeButton>
      )}
    </>
  );
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
