import { Group, Stack } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import {
  consoleRequestPage,
  featureRequestCategories,
  featureRequestStatuses,
  featureRequestUrgencies,
  type ConsoleRequest,
} from '#contracts';
import { requestsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { PageFilter } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WrittenLines, WrittenText } from '../ui/written-text.tsx';
import { STATUSES } from './request-labels.ts';
import classes from './requests.module.css';
import { counted } from '../ui/format.ts';
import { TurnLink } from '../ui/entity-links.tsx';

const COLUMNS: ListColumn<ConsoleRequest>[] = [
  column('status', 'State', '100px', (request) => <Status request={request} />),
  column('title', 'Request', 'minmax(160px, 3fr)', ({ title }) => <WrittenText text={title} />),
  column('votes', 'Times', { track: '60px', align: 'end' }, ({ votes }) => votes),
  column('category', 'Kind', { track: '104px', minListPx: 640 }, ({ category }) =>
    category.replace('_', ' '),
  ),
  column('urgency', 'Urgency', { track: '84px', minListPx: 760 }, ({ urgency }) => urgency),
  orgColumn('minmax(72px, 0.7fr)', 860),
  momentColumn('updated', 'Last', ({ updatedAt }) => updatedAt),
];

const CSV: CsvColumn<ConsoleRequest>[] = [
  ...csvFields<ConsoleRequest>('id', 'org', 'status', 'title', 'description'),
  { name: 'times', of: ({ votes }) => votes },
  ...csvFields<ConsoleRequest>('category', 'urgency', 'createdAt', 'updatedAt'),
];

function useRequests() {
  const { search } = usePageSearch<'status' | 'category' | 'urgency'>();
  return useKeysetList<ConsoleRequest>(requestsRequest(search), consoleRequestPage);
}

export function RequestFilters() {
  const requests = useRequests();
  return (
    <>
      <PageFilter
        name="status"
        label="State"
        options={featureRequestStatuses.map((value) => ({ value, label: STATUSES[value].label }))}
      />
      <PageFilter name="category" label="Kind" options={featureRequestCategories} />
      <PageFilter name="urgency" label="Urgency" options={featureRequestUrgencies} />
      <CsvButton name="requests" columns={CSV} rows={requests.all} />
    </>
  );
}

export function RequestsTab() {
  const list = useRequests();
  const { search } = usePageSearch<'status' | 'category' | 'urgency'>();
  const { status, category, urgency } = search;
  return (
    <ListView
      label="Requests"
      list={list}
      columns={COLUMNS}
      narrowed={Boolean(status ?? category ?? urgency)}
      renderCard={(request) => (
        <RowCard
          title={<WrittenText text={request.title} />}
          state={<Status request={request} />}
          org={request.org}
          note={`${counted(request.votes, 'time')} · ${request.category.replace('_', ' ')}`}
          end={<RelativeTime at={request.updatedAt} />}
        />
      )}
      renderPeek={(request) => <RequestPeek key={request.id} request={request} />}
      empty={
        <EmptyState icon={IconBulb} title="No requests yet">
          When a user asks for something no tool can do, the agent records a request here. Repeated requests
          increase its count.
        </EmptyState>
      }
    />
  );
}

function Status({ request: { status } }: { request: ConsoleRequest }) {
  return <StatusBadge {...STATUSES[status]} />;
}

function RequestPeek({ request }: { request: ConsoleRequest }) {
  const may = usePermissions();
  return (
    <Peek
      title={request.title ?? 'Request'}
      label={`Request ${request.title ?? ''}`}
      actions={<Status request={request} />}
    >
      <Stack gap={14}>
        {request.description && <WrittenLines text={request.description} />}
        {may.admin && (
          <Group gap={6} role="group" aria-label="Move to">
            {featureRequestStatuses
              .filter((status) => status !== request.status)
              .map((status) => (
                <ChangeButton
                  key={status}
                  label={STATUSES[status].label}
                  title={`Move to ${STATUSES[status].label.toLowerCase()}?`}
                  confirm="Move"
                  withReason
                  change={{
                    request: (reason) => ({
                      method: 'POST',
                      path: `/admin/requests/${request.id}/state`,
                      body: { state: status, reason },
                    }),
                    invalidates: ['requests'],
                    done: () => `Moved to ${STATUSES[status].label.toLowerCase()}`,
                  }}
                >
                  {status === 'done' || status === 'declined'
                    ? 'This closes the request. The next one for the same feature opens a new request.'
                    : 'The request stays open. Further requests for the same feature increase its count.'}
                </ChangeButton>
              ))}
          </Group>
        )}
        <Facts
          facts={{
            Requested: `${request.votes} ${request.votes === 1 ? 'time' : 'times'}`,
            Kind: request.category.replace('_', ' '),
            Urgency: request.urgency,
            Org: request.org.name,
            First: <RelativeTime at={request.createdAt} />,
          }}
        />
        <Section title="Original messages">
          <ul className={classes.quotes}>
            {request.occurrences.map((occurrence) => (
              <li key={`${occurrence.createdAt}${occurrence.turnId}`}>
                <WrittenLines text={occurrence.quote} />
                <span className="muted">
                  <RelativeTime at={occurrence.createdAt} />
                  {occurrence.turnId && (
                    <>
                      {' · '}
                      <TurnLink turnId={occurrence.turnId}>turn</TurnLink>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </Stack>
    </Peek>
  );
}
