import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { InboxItem, InboxItemOf } from '#contracts/console';
import { CopyId } from '../ui/copy-id.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { TurnLink } from '../ui/entity-links.tsx';
import { Facts } from '../ui/facts.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { ApprovalActions, DefinitionActions, EffectActions, WebhookActions } from './inbox-actions.tsx';
import { KINDS, subjectOf } from './inbox-labels.ts';

export function InboxPeek({ item }: { item: InboxItem }) {
  const label = `${KINDS[item.kind].label}: ${subjectOf(item)}`;
  return (
    <Peek title={label} label={label}>
      <Stack gap={14}>
        <Content item={item} />
      </Stack>
    </Peek>
  );
}

function Content({ item }: { item: InboxItem }) {
  switch (item.kind) {
    case 'approval':
      return <Approval item={item} />;
    case 'effect':
      return <Effect item={item} />;
    case 'definition':
      return <Definition item={item} />;
    case 'webhook':
      return <Webhook item={item} />;
  }
}

function Approval({ item }: { item: InboxItemOf<'approval'> }) {
  return (
    <>
      <p className="lead">{item.reason}</p>
      <ApprovalActions item={item} />
      <Section title="Arguments to approve" hint="The approval covers exactly these arguments.">
        <JsonView value={item.arguments} label="Arguments" />
      </Section>
      <Facts
        facts={{
          Requested: <RelativeTime at={item.at} />,
          Expires: <RelativeTime at={item.expiresAt} />,
          ...origin(item),
          'Manual run': item.runId && <RunLink item={item} runId={item.runId} />,
        }}
      />
    </>
  );
}

function RunLink({ item, runId }: { item: InboxItemOf<'approval'>; runId: string }) {
  return (
    <Link
      to="/tools/$name"
      params={{ name: item.tool }}
      search={{ org: item.org?.slug, tab: 'run', selected: runId }}
    >
      by {item.askedBy ?? 'a platform admin'}
    </Link>
  );
}

function Effect({ item }: { item: InboxItemOf<'effect'> }) {
  return (
    <>
      <p className="lead">
        The call was sent but no response arrived, so its outcome is unknown. It is not retried automatically.
        Check the service, then record the outcome.
      </p>
      <EffectActions item={item} />
      <Section title="Arguments">
        <JsonView value={item.arguments} label="Arguments" />
      </Section>
      <Facts
        facts={{
          Sent: <RelativeTime at={item.at} />,
          Key: <CopyId id={item.key} of="call" />,
          ...origin(item),
        }}
      />
    </>
  );
}

function Definition({ item }: { item: InboxItemOf<'definition'> }) {
  return (
    <>
      <p className="lead">
        {item.approved
          ? 'The MCP server changed the definition of this tool. A description is an instruction to the model: read it before you approve it.'
          : 'An MCP server offers this tool for the first time. A description is an instruction to the model: read it before you approve it.'}
      </p>
      <DefinitionActions item={item} />
      <Section title="Description">
        <DifferenceView
          label="description"
          before={item.approved?.description ?? ''}
          after={item.definition.description ?? ''}
        />
      </Section>
      <Section title="Parameters">
        <DifferenceView
          label="parameters"
          before={item.approved?.parameters}
          after={item.definition.parameters}
        />
      </Section>
      <Facts
        facts={{
          'Seen since': <RelativeTime at={item.at} />,
          Hash: <CopyId id={item.hash} of="definition" />,
          Org: item.org?.name ?? 'All orgs',
        }}
      />
    </>
  );
}

function Webhook({ item }: { item: InboxItemOf<'webhook'> }) {
  return (
    <>
      <p className="lead">{item.lastError ?? `The receiver answered ${item.lastStatus}.`}</p>
      <WebhookActions item={item} />
      <Facts
        facts={{
          Receiver: <span className="mono">{item.url}</span>,
          Event: item.event,
          Attempts: item.attempts,
          'Last answer': item.lastStatus ?? 'none',
          Failed: <RelativeTime at={item.at} />,
          'webhook-id': <CopyId id={item.deliveryId} of="delivery" />,
          ...origin(item),
        }}
      />
    </>
  );
}

function origin({ org, turnId }: Pick<InboxItemOf<'approval' | 'effect' | 'webhook'>, 'org' | 'turnId'>) {
  return {
    Org: org?.name,
    Turn: turnId && <TurnLink turnId={turnId} />,
  };
}
