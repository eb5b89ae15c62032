import { Group, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InboxItem, InboxItemOf } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { usePageSearch } from '../ui/page-search.ts';

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

function useAfterDecision() {
  const { change } = usePageSearch();
  return () => change({ selected: undefined });
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
  const close = useAfterDecision();
  const isManualRun = item.runId !== null;
  const approves = decision === 'approve';
  const { means, done } = (isManualRun ? RUN_TEXTS : TURN_TEXTS)[decision];
  return (
    <ChangeButton
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
        invalidates: TOUCHED,
        done: () => done,
        onSuccess: close,
      }}
    >
      <p>{means}</p>
      <JsonView value={item.arguments} label="Arguments of the call" />
      {!isManualRun && (
        <Textarea
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
    </ChangeButton>
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
  const close = useAfterDecision();
  const happened = outcome === 'done' ? 'happened' : 'did not happen';
  return (
    <ChangeButton
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
        invalidates: TOUCHED,
        done: () => `Settled as ${outcome}`,
        onSuccess: close,
      }}
    >
      {children}
    </ChangeButton>
  );
}

export function DefinitionActions({ item }: { item: InboxItemOf<'definition'> }) {
  const may = usePermissions();
  const close = useAfterDecision();
  const allowed = item.org === null ? may.platform : may.admin;
  if (!allowed) return <OnlyAdmins item={item} />;
  return (
    <Group gap={8}>
      <ChangeButton
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
          invalidates: TOUCHED,
          done: () => `${item.tool} is offered again within 2 s`,
          onSuccess: close,
        }}
      >
        Models of {item.org ? item.org.name : 'every org'} use the new description from their next turn.
      </ChangeButton>
    </Group>
  );
}

export function WebhookActions({ item }: { item: InboxItemOf<'webhook'> }) {
  const may = usePermissions();
  const close = useAfterDecision();
  if (!may.admin) return <OnlyAdmins item={item} />;
  return (
    <Group gap={8}>
      <ChangeButton
        label="Send again"
        look={{ variant: 'filled' }}
        title="Send this webhook again?"
        confirm="Send again"
        change={{
          request: () => ({ method: 'POST', path: `/admin/webhooks/deliveries/${item.deliveryId}/replay` }),
          invalidates: TOUCHED,
          done: () => 'The webhook is sent again',
          onSuccess: close,
        }}
      >
        {item.event} goes to {item.url} under the same webhook-id, so that the receiver can detect a
        duplicate. The delivery gets the full number of attempts.
      </ChangeButton>
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
