import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleFollowUp } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import { changedText, counted } from './queue-queries.ts';
import type { QueuesSearchName } from './queue-search.ts';

export const FOLLOW_UP_STATES: Record<ConsoleFollowUp['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'gray' },
  running: { label: 'Running', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Given up', tone: 'red' },
};

export const followUpId = (followUp: ConsoleFollowUp) => followUp.id;

/** A tool that was run by hand is run anew from its page, where its side effect is agreed to. */
export const isRetried = ({ state, job }: ConsoleFollowUp) => state === 'failed' && job !== 'run-tool';

/** What a delivery sends is its turn's result, and cannot be edited. */
export const isReplayed = (followUp: ConsoleFollowUp) => isRetried(followUp) && !isDelivery(followUp);

const isDelivery = ({ job }: ConsoleFollowUp) => job === 'deliver';

export function FollowUpBadge({ state }: { state: ConsoleFollowUp['state'] }) {
  return <StatusBadge {...FOLLOW_UP_STATES[state]} active={state === 'running'} />;
}

interface FollowUpsActionProps {
  act: 'retry' | 'remove';
  followUps: readonly ConsoleFollowUp[];
}

export function FollowUpsAction({ act, followUps }: FollowUpsActionProps) {
  const [asking, setAsking] = useState(false);
  const { change } = usePageSearch<QueuesSearchName>();
  const many = counted(followUps.length, 'follow-up');
  const verb = act === 'retry' ? 'Retry' : 'Remove';
  const run = useChange({
    request: () => ({
      method: 'POST',
      path: `/admin/follow-ups/${act}`,
      body: { ids: followUps.map(followUpId) },
    }),
    invalidates: ['follow-ups', 'queues'],
    done: (_, answer) => `${changedText(answer, 'follow-up')} ${act === 'retry' ? 'tried again' : 'removed'}`,
    onSuccess: () => {
      setAsking(false);
      // One that is retried is watched, but for a delivery, whose new round is a row of its own; many are, where no state is picked.
      const [only, ...others] = followUps;
      const watched = only && others.length === 0 && !isDelivery(only) ? only.id : undefined;
      if (act === 'retry') change({ state: undefined, selected: watched });
    },
    showsError: true,
  });
  const byJob = Map.groupBy(followUps, ({ job }) => job);
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setAsking(true)}>
        {followUps.length === 1 ? `${verb}…` : `${verb} ${many}…`}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`${verb} ${many}?`}
        confirm={`${verb} ${many}`}
        destructive={act === 'remove'}
        pending={run.isPending}
        error={run.error}
        onConfirm={() => run.mutate()}
      >
        <p>{[...byJob].map(([job, rows]) => `${rows.length} × ${job}`).join(', ')}</p>
        <p>
          {act === 'retry'
            ? `Each has all its attempts again and goes on in the trace that asked for it.${
                byJob.has('deliver')
                  ? ' Webhooks are sent again under the same webhook-id; those that arrived since are left.'
                  : ''
              }`
            : 'The work is not done, and is no longer listed. The same work may be asked for again.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
