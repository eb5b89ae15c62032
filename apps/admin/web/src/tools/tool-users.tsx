import { toolUsers, type ToolUser } from '#contracts/console';
import { toolUsersRequest } from '../api/requests.ts';
import { USES_REFRESH_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { contactWord } from '../ui/contact.ts';
import { DataTable } from '../ui/data-table.tsx';
import { counted, formatCount, formatDuration, formatShare, shortId } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { PageDays } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';

export function ToolUsers({ name }: { name: string }) {
  const { search } = usePageSearch<'days'>();
  const uses = useAnswer(toolUsersRequest(name, search), toolUsers, { pollMs: USES_REFRESH_MS });
  if (!uses.data) return <NoAnswer to={uses} what="The users" />;
  const { users, items } = uses.data;
  const known = items.filter(({ user }) => user !== null).length;
  return (
    <Section
      title="By org and user"
      hint={known < users ? `The most active of ${counted(users, 'user')}.` : undefined}
      actions={<PageDays />}
    >
      <DataTable
        label="By org and user"
        rows={items}
        rowKey={({ org, user }) => `${org.id} ${user?.kind} ${user?.id}`}
        empty="No calls in this range. Choose a longer range."
        columns={[
          { name: 'User', of: ({ user }) => userWord(user) },
          // With a picked org every row would repeat it.
          ...(search.org === undefined ? [{ name: 'Org', of: ({ org }: ToolUser) => org.slug }] : []),
          { name: 'Calls', align: 'end', of: ({ calls }) => formatCount(calls) },
          { name: 'Success', align: 'end', of: ({ calls, errors }) => formatShare((calls - errors) / calls) },
          { name: 'Mean', align: 'end', of: ({ meanMs }) => formatDuration(meanMs) },
          { name: 'p95', align: 'end', of: ({ p95Ms }) => formatDuration(p95Ms) },
          { name: 'Last call', align: 'end', of: ({ lastAt }) => <RelativeTime at={lastAt} /> },
        ]}
      />
    </Section>
  );
}

function userWord(user: ToolUser['user']): string {
  if (!user) return 'unknown';
  switch (user.kind) {
    case 'contact':
      return contactWord({ contactId: user.id });
    case 'key':
      return `API key ${shortId(user.id)}`;
    case 'user':
      return user.name ?? `member ${shortId(user.id)}`;
  }
}
