import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import {
  consoleRequestPage,
  featureRequestStatuses,
  type ConsoleRequest,
  type FeatureRequestStatus,
} from '#contracts';
import { requestsRequest } from '../api/requests.ts';
import { useKeysetList, type KeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, columnList, momentColumn } from '../ui/column.tsx';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import type { CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WrittenLines, WrittenText } from '../ui/written-text.tsx';
import { STATUSES } from './request-labels.ts';
import classes from './requests.module.css';
import { counted } from '../ui/format.ts';
import { OrgOfRow } from '../ui/org-of-row.tsx';

const orgColumn = column<ConsoleRequest>(
  'org',
  'Org',
  { track: 'minmax(72px, 0.7fr)', minListPx: 860 },
  ({ org }) => org.slug,
);

const columnsOf = (showOrg: boolean) =>
  columnList<ConsoleRequest>([
    column('status', 'State', '100px', (request) => <Status request={request} />),
    column('title', 'Request', 'minmax(160px, 3fr)', (request) => <Title request={request} />),
    column('votes', 'Times', { track: '60px', align: 'end' }, ({ votes }) => votes),
    column('category', 'Kind', { track: '104px', minListPx: 640 }, ({ category }) =>
      category.replace('_', ' '),
    ),
    column('urgency', 'Urgency', { track: '84px', minListPx: 760 }, ({ urgency }) => urgency),
    showOrg && orgColumn,
    momentColumn('updated', 'Last', ({ updatedAt }) => updatedAt),
  ]);

const IN_ONE_ORG = columnsOf(false);
const OVER_ORGS = columnsOf(true);

export const REQUEST_CSV: CsvColumn<ConsoleRequest>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'org', of: ({ org }) => org.slug },
  { name: 'status', of: ({ status }) => status },
  { name: 'title', of: ({ title }) => title },
  { name: 'description', of: ({ description }) => description },
  { name: 'times', of: ({ votes }) => votes },
  { name: 'category', of: ({ category }) => category },
  { name: 'urgency', of: ({ urgency }) => urgency },
  { name: 'created_at', of: ({ createdAt }) => createdAt },
  { name: 'updated_at', of: ({ updatedAt }) => updatedAt },
];

/** The filtered requests, loaded while the tab is `shown`. */
export function useRequests(shown: boolean): KeysetList<ConsoleRequest> {
  const { search } = usePageSearch<'status' | 'category' | 'urgency'>();
  return useKeysetList<ConsoleRequest>({
    key: 'requests',
    ...requestsRequest(search),
    schema: consoleRequestPage,
    enabled: shown,
  });
}

/** Feature requests and their states. */
export function RequestsTab({ list }: { list: KeysetList<ConsoleRequest> }) {
  const { search } = usePageSearch<'status' | 'category' | 'urgency'>();
  const { status, category, urgency } = search;
  const may = usePermissions();
  return (
    <ListView
      label="Requests"
      list={list}
      columns={may.allOrgs && search.org === undefined ? OVER_ORGS : IN_ONE_ORG}
      rowId={({ id }) => id}
      narrowed={Boolean(status ?? category ?? urgency)}
      renderCard={(request) => (
        <RowCard
          title={<Title request={request} />}
          state={<Status request={request} />}
          note={
            <>
              <OrgOfRow org={request.org} />
              {`${counted(request.votes, 'time')} · ${request.category.replace('_', ' ')}`}
            </>
          }
          end={<RelativeTime at={request.updatedAt} />}
        />
      )}
      renderPeek={(request) => <RequestPeek key={request.id} request={request} />}
      empty={
        <EmptyState icon={<IconBulb size={22} stroke={1.6} />} title="No requests yet">
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

function Title({ request: { title } }: { request: ConsoleRequest }) {
  return title === null ? (
    <span className="muted">Your role cannot read this</span>
  ) : (
    <WrittenText text={title} />
  );
}

function RequestPeek({ request }: { request: ConsoleRequest }) {
  const may = usePermissions();
  const [moving, setMoving] = useState<FeatureRequestStatus | null>(null);
  return (
    <Peek
      title={request.title ?? 'Request'}
      label={`Request ${request.title ?? ''}`}
      actions={<Status request={request} />}
    >
      <div className={classes.peek}>
        {request.description && <WrittenLines text={request.description} />}
        {may.admin && (
          <div className={classes.buttons} role="group" aria-label="Move to">
            {featureRequestStatuses
              .filter((status) => status !== request.status)
              .map((status) => (
                <Button key={status} variant="default" onClick={() => setMoving(status)}>
                  {STATUSES[status].label}
                </Button>
              ))}
          </div>
        )}
        <Facts
          facts={[
            ['Requested', `${request.votes} ${request.votes === 1 ? 'time' : 'times'}`],
            ['Kind', request.category.replace('_', ' ')],
            ['Urgency', request.urgency],
            ['Org', request.org.name],
            ['First', <RelativeTime key="created" at={request.createdAt} />],
          ]}
        />
        <Section title="Original messages">
          <ul className={classes.quotes}>
            {request.occurrences.map((occurrence) => (
              <li key={`${occurrence.createdAt}${occurrence.turnId}`}>
                <WrittenLines text={occurrence.quote ?? 'Your role cannot read this'} />
                <span className="muted">
                  <RelativeTime at={occurrence.createdAt} />
                  {occurrence.turnId && (
                    <>
                      {' · '}
                      <Link
                        to="/turns/$turnId"
                        params={{ turnId: occurrence.turnId }}
                        search={{}}
                        className={classes.link}
                      >
                        turn
                      </Link>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {moving && (
        <ChangeDialog
          opened
          onClose={() => setMoving(null)}
          title={`Move to ${STATUSES[moving].label.toLowerCase()}?`}
          confirm="Move"
          withReason
          change={{
            request: (reason) => ({
              method: 'POST',
              path: `/admin/requests/${request.id}/state`,
              body: { state: moving, reason },
            }),
            invalidates: ['requests'],
            done: () => `Moved to ${STATUSES[moving ?? 'new'].label.toLowerCase()}`,
          }}
        >
          {moving === 'done' || moving === 'declined'
            ? 'This closes the request. The next one for the same feature opens a new request.'
            : 'The request stays open. Further requests for the same feature increase its count.'}
        </ChangeDialog>
      )}
    </Peek>
  );
}
