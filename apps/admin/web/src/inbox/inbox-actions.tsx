import { Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InboxItem, InboxItemOf } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton, type ChangeButtonProps } from '../ui/change-dialog.tsx';
import { TextAreaField } from '../ui/form-fields.tsx';
import { useIsGone } from '../ui/held-row.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { subjectOf } from './inbox-labels.ts';

const TOUCHED = ['inbox', 'overview', 'webhooks', 'tools', 'tool-run', 'tool-runs'];

type Decision = 'approve' | 'refuse';

/** Consequence of each decision, and the notification after it. */
const TURN_TEXTS: Record<Decision, { means: string; done: string }> = {
  approve: {
    means: 'The call runs once with exactly these arguments, and the turn continues with its result:',
    done: 'Approved. The turn continues',
  },
  refuse: {
    means: 'This call does not run. The model receives the refusal and your comment:',
    done: 'Refused. The turn continues without the call',
  },
};
const RUN_TEXTS: typeof TURN_TEXTS = {
  approve: {
    means: 'The call runs once with exactly these arguments, as the user who requested it:',
    done: 'Approved. A worker runs the call',
  },
  refuse: { means: 'This call does not run:', done: 'Refused. The call does not run' },
};

interface DecisionProps extends Omit<ChangeButtonProps, 'change' | 'outdated'> {
  item: InboxItem;
  change: Pick<ChangeButtonProps['change'], 'request' | 'done'>;
}

/** Closes the item after the change. */
function DecisionButton({ item, change: { request, done }, ...button }: DecisionProps) {
  const { change } = usePageSearch();
  const isGone = useIsGone();
  const onSuccess = () => change({ selected: undefined });
  return (
    <ChangeButton
      {...button}
      outdated={
        isGone &&
        `${subjectOf(item)} waits no longer: it was decided meanwhile, has expired or was withdrawn.`
      }
      change={{ request, done, invalidates: TOUCHED, onSuccess }}
    />
  );
}

export function ApprovalActions({ item }: { item: InboxItemOf<'approval'> }) {
  return (
    <Group gap={8}>
      <Decide item={item} decision="approve" />
      <Decide item={item} decision="refuse" />
    </Group>
  );
}

function Decide({ item, decision }: { item: InboxItemOf<'approval'>; decision: Decision }) {
  const [comment, setComment] = useState('');
  const isManualRun = item.runId !== null;
  const approves = decision === 'approve';
  const { means, done } = (isManualRun ? RUN_TEXTS : TURN_TEXTS)[decision];
  return (
    <DecisionButton
      item={item}
      label={approves ? 'Approve' : 'Refuse'}
      look={approves ? { variant: 'filled' } : undefined}
      title={approves ? `Run ${item.tool} now?` : `Refuse ${item.tool}?`}
      confirm={approves ? 'Approve and run' : 'Refuse'}
      destructive={!approves}
      change={{
        request: () => ({
          method: 'POST',
          path: isManualRun ? `/admin/tool-runs/${item.runId}/decide` : `/admin/approvals/${item.approvalId}`,
          query: { org: item.org?.slug },
          body: { decision, ...(isManualRun ? {} : { comment: comment.trim() || undefined }) },
        }),
        done: () => done,
      }}
    >
      <p>{means}</p>
      <JsonView value={item.arguments} label="Arguments of the call" />
      {!isManualRun && (
        <TextAreaField
          name="comment"
          mt={10}
          label="Comment"
          description="Optional. The model receives it"
          size="xs"
          autosize
          minRows={2}
          maxLength={1_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
    </DecisionButton>
  );
}

export function EffectActions({ item }: { item: InboxItemOf<'effect'> }) {
  return (
    <Group gap={8}>
      <Settle item={item} outcome="done">
        A repeated call with the same key returns as done and never runs again. Give your evidence as the
        reason.
      </Settle>
      <Settle item={item} outcome="failed">
        A repeated call with the same key may run again. Give your evidence as the reason.
      </Settle>
    </Group>
  );
}

interface SettleProps {
  item: InboxItemOf<'effect'>;
  outcome: 'done' | 'failed';
  /** Consequence of the outcome. */
  children: ReactNode;
}

function Settle({ item, outcome, children }: SettleProps) {
  const happened = outcome === 'done' ? 'happened' : 'did not happen';
  return (
    <DecisionButton
      item={item}
      label={`It ${happened}`}
      title={`${item.tool} ${happened}?`}
      confirm={`Settle as ${outcome}`}
      withReason
      change={{
        request: (why) => ({
          method: 'POST',
          path: `/admin/effects/${encodeURIComponent(item.key)}/settle`,
          query: { org: item.org?.slug },
          body: { outcome, why },
        }),
        done: () => `Settled as ${outcome}`,
      }}
    >
      {children}
    </DecisionButton>
  );
}

export function DefinitionActions({ item }: { item: InboxItemOf<'definition'> }) {
  const may = usePermissions();
  const allowed = item.org === null ? may.platform : may.admin;
  if (!allowed) return <OnlyAdmins item={item} />;
  return (
    <Group gap={8}>
      <DecisionButton
        item={item}
        label="Approve the change"
        look={{ variant: 'filled' }}
        title={`Approve the new definition of ${item.tool}?`}
        confirm="Approve"
        withReason
        change={{
          request: (reason) => ({
            method: 'POST',
            path: `/admin/tools/${encodeURIComponent(item.tool)}/definitions/${item.hash}/approve`,
            query: { org: item.org?.slug },
            body: { reason },
          }),
          done: () => `${item.tool} is offered again within 2 s`,
        }}
      >
        Models of {item.org ? item.org.name : 'every org'} use the new description from their next turn.
      </DecisionButton>
    </Group>
  );
}

export function WebhookActions({ item }: { item: InboxItemOf<'webhook'> }) {
  const may = usePermissions();
  if (!may.admin) return <OnlyAdmins item={item} />;
  return (
    <Group gap={8}>
      <DecisionButton
        item={item}
        label="Send again"
        look={{ variant: 'filled' }}
        title="Send this webhook again?"
        confirm="Send again"
        change={{
          request: () => ({ method: 'POST', path: `/admin/webhooks/deliveries/${item.deliveryId}/replay` }),
          done: () => 'The webhook is sent again',
        }}
      >
        {item.event} goes to {item.url} under the same webhook-id, so that the receiver can detect a
        duplicate. The delivery gets the full number of attempts.
      </DecisionButton>
    </Group>
  );
}

function OnlyAdmins({ item }: { item: InboxItem }) {
  return (
    <p className="muted">
      {item.org === null
        ? 'Only platform admins can decide this.'
        : `Only admins of ${item.org.name} can decide this.`}
    </p>
  );
}
