import { Stack } from '@mantine/core';
import { consoleDeliveryDetail, consoleDeliveryPage, wordList, type ConsoleDelivery } from '#contracts';
import { deliveriesRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, momentColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatDuration, NONE } from '../ui/format.ts';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { PageFilter } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';
import { TurnLink } from '../ui/entity-links.tsx';

const STATES: Record<ConsoleDelivery['state'], StatusLook> = {
  pending: { tone: 'blue', label: 'Pending' },
  delivered: { tone: 'green', label: 'Delivered' },
  failed: { tone: 'red', label: 'Failed' },
};

const columns: ListColumn<ConsoleDelivery>[] = [
  column('state', 'State', '108px', (delivery) => <State delivery={delivery} />),
  column('event', 'Event', 'minmax(120px, 1fr)', ({ event }) => event),
  column('url', 'Receiver', { track: 'minmax(140px, 2fr)', minListPx: 640 }, ({ url }) => (
    <span className="mono" title={url}>
      {url}
    </span>
  )),
  column('answer', 'Answer', { track: 'minmax(72px, 1fr)', minListPx: 760 }, ({ lastStatus, lastError }) => (
    <span className="muted">{lastError ?? lastStatus ?? NONE}</span>
  )),
  column('attempts', 'Attempts', { track: '76px', align: 'end' }, ({ attempts }) => attempts),
  momentColumn('created', 'Created', ({ createdAt }) => createdAt),
];

function useDeliveries() {
  const { search } = usePageSearch<'state'>();
  return useKeysetList<ConsoleDelivery>(deliveriesRequest(search), consoleDeliveryPage);
}

export function DeliveryFilters() {
  return (
    <>
      <PageFilter name="state" label="State" options={['pending', 'delivered', 'failed']} />
      <CsvButton name="webhook-deliveries" columns={CSV} rows={useDeliveries().all} />
    </>
  );
}

const CSV: CsvColumn<ConsoleDelivery>[] = [
  { name: 'webhook_id', of: ({ id }) => id },
  ...csvFields<ConsoleDelivery>(
    ...wordList('org turnId event url state attempts replays lastStatus lastError'),
    ...wordList('createdAt nextAttemptAt finishedAt'),
  ),
];

export function DeliveriesTab() {
  const { search } = usePageSearch<'state'>();
  const list = useDeliveries();
  return (
    <ListView
      label="Deliveries"
      list={list}
      columns={columns}
      narrowed={search.state !== undefined}
      renderCard={(delivery) => (
        <RowCard
          title={delivery.event}
          state={<State delivery={delivery} />}
          note={delivery.url}
          end={<RelativeTime at={delivery.createdAt} />}
        />
      )}
      renderPeek={(delivery) => <DeliveryPeek key={delivery.id} delivery={delivery} />}
      empty={
        <EmptyState title="No deliveries yet">
          Set <span className="mono">WEBHOOK_URL</span>, or send a message with a{' '}
          <span className="mono">callbackUrl</span>. Deliveries are listed here.
        </EmptyState>
      }
    />
  );
}

function State({ delivery: { state } }: { delivery: ConsoleDelivery }) {
  return <StatusBadge {...STATES[state]} active={state === 'pending'} />;
}

function DeliveryPeek({ delivery }: { delivery: ConsoleDelivery }) {
  const may = usePermissions();
  const { data } = useAnswer(
    { key: 'webhooks', path: `/admin/webhooks/deliveries/${delivery.id}` },
    consoleDeliveryDetail,
  );
  return (
    <Peek
      title={delivery.event}
      label={`Delivery of ${delivery.event}`}
      actions={
        may.admin &&
        delivery.state !== 'pending' && (
          <ChangeButton
            label="Send again"
            title="Send this webhook again?"
            confirm="Send again"
            change={{
              request: () => ({ method: 'POST', path: `/admin/webhooks/deliveries/${delivery.id}/replay` }),
              invalidates: ['webhooks', 'inbox'],
              done: () => 'The webhook is sent again',
            }}
          >
            {delivery.event} goes to {delivery.url} under the same webhook-id, so that the receiver can detect
            a duplicate.
          </ChangeButton>
        )
      }
    >
      <Stack gap={14}>
        <Facts
          facts={{
            State: <State delivery={delivery} />,
            Receiver: <span className="mono">{delivery.url}</span>,
            'webhook-id': <CopyId id={delivery.id} of="delivery" />,
            Org: delivery.org.name,
            Turn: <TurnLink turnId={delivery.turnId} />,
            'Resent manually': delivery.replays || null,
            'Next attempt': delivery.nextAttemptAt && <RelativeTime at={delivery.nextAttemptAt} />,
          }}
        />
        <Section title="Attempts">
          <DataTable
            label="Attempts"
            rows={data?.attemptList ?? []}
            rowKey={({ seq }) => String(seq)}
            empty="No attempt yet."
            columns={[
              { name: '#', of: ({ seq }) => seq },
              { name: 'Answer', of: ({ status }) => status ?? 'none' },
              { name: 'Error', of: ({ error }) => error ?? NONE },
              { name: 'Duration', align: 'end', of: ({ durationMs }) => formatDuration(durationMs) },
              { name: 'When', align: 'end', of: ({ at }) => <RelativeTime at={at} /> },
            ]}
          />
        </Section>
      </Stack>
    </Peek>
  );
}
