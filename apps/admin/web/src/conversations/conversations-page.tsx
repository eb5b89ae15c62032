import { wordList } from '#contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconMessages } from '@tabler/icons-react';
import { consoleConversationPage, type ConsoleConversation } from '#contracts/console';
import { conversationsRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { TurnStateBadge } from '../turns/turn-state.tsx';
import { contactWord } from '../ui/contact.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { ClearFilters, FilterChip, offered } from '../ui/filters.tsx';
import { counted, formatCount } from '../ui/format.ts';
import { column, momentColumn, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { listAt } from '../ui/back-target.ts';
import { WrittenText } from '../ui/written-text.tsx';

export function ConversationsPage() {
  const { search, change, clear } = usePageSearch<'q' | 'contact' | 'channel' | 'pack'>();
  const { org, q, contact, channel, pack } = search;
  const texts = usePermissions().textsOf(org);
  const navigate = useNavigate();
  const list = useKeysetList<ConsoleConversation>(conversationsRequest(search), consoleConversationPage);
  const narrowed = [q, contact, channel, pack].some((filter) => filter !== undefined);
  return (
    <Page
      title="Conversations"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <>
          <PageSearchField label="Search conversations" placeholder="Words, contact or id" />
          <PageFilter
            name="channel"
            label="Channel"
            options={offered(['chat', 'voice', ...list.items.map((row) => row.channel)], channel)}
          />
          <PageFilter
            name="pack"
            label="Pack"
            options={offered(
              list.items.map((row) => row.pack),
              pack,
            )}
          />
          {contact && (
            <FilterChip label={`Contact ${contact}`} onRemove={() => change({ contact: undefined })} />
          )}
          <ClearFilters shown={narrowed} onClear={clear} />
          <CsvButton name="conversations" columns={CSV} rows={list.all} />
        </>
      }
    >
      <ListView
        label="Conversations"
        list={list}
        columns={texts ? WITH_TEXTS : WITHOUT_TEXTS}
        renderCard={(row) => (
          <RowCard
            title={<LastMessage conversation={row} />}
            org={row.org}
            note={<ContactLink conversation={row} />}
            end={
              <>
                {counted(row.turns, 'turn')} · <RelativeTime at={row.lastMessageAt} />
              </>
            }
          />
        )}
        narrowed={narrowed}
        onOpen={({ id }) =>
          void navigate({
            to: '/conversations/$conversationId',
            params: { conversationId: id },
            search: { org, back: listAt('/conversations', search, id) },
          })
        }
        empty={
          <EmptyState icon={IconMessages} title="No conversation yet">
            A message sent through the API or the playground starts a conversation.
          </EmptyState>
        }
      />
    </Page>
  );
}

function columns(texts: boolean): ListColumn<ConsoleConversation>[] {
  return [
    column('contact', 'Contact', 'minmax(110px, 1fr)', (row) => <ContactLink conversation={row} />),
    column('last', texts ? 'Last message' : 'Messages', 'minmax(160px, 3fr)', (row) => (
      <LastMessage conversation={row} />
    )),
    orgColumn('minmax(72px, 0.6fr)', 860),
    column('agent', 'Agent', { track: 'minmax(84px, 0.8fr)', minListPx: 760 }, (row) => row.agent ?? '–'),
    column('channel', 'Channel', { track: '88px', minListPx: 900 }, (row) => row.channel),
    column('turns', 'Turns', { track: '62px', align: 'end' }, (row) => formatCount(row.turns)),
    column(
      'state',
      'Last turn',
      { track: '134px', minListPx: 640 },
      (row) => row.lastState && <TurnStateBadge state={row.lastState} />,
    ),
    momentColumn('at', 'Last', (row) => row.lastMessageAt),
  ];
}

const WITH_TEXTS = columns(true);
const WITHOUT_TEXTS = columns(false);

const CSV: CsvColumn<ConsoleConversation>[] = [
  ...csvFields<ConsoleConversation>('id', 'org'),
  { name: 'contact', of: (row) => row.contactId },
  ...csvFields<ConsoleConversation>(...wordList('channel pack agent turns messages createdAt lastMessageAt')),
];

function ContactLink({
  conversation: { id, contactId, contactName },
}: {
  conversation: ConsoleConversation;
}) {
  return (
    <Link
      to="/conversations/$conversationId"
      params={{ conversationId: id }}
      search={(current) => ({ org: current.org, back: listAt('/conversations', current, id) })}
      className="plain"
      title={contactId}
      onClick={(event) => event.stopPropagation()}
    >
      {contactWord({ contactId, contactName })}
    </Link>
  );
}

function LastMessage({ conversation: { lastMessage, messages } }: { conversation: ConsoleConversation }) {
  if (lastMessage === null) return <span className="muted">{counted(messages, 'message')}</span>;
  return <WrittenText text={lastMessage} />;
}
