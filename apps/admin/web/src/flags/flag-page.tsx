import { Box, Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { FlagDetail } from '#contracts';
import { usePermissions } from '../session/use-permissions.ts';
import { CopyId } from '../ui/copy-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Facts } from '../ui/facts.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { isUnknownName, NotFound } from '../ui/not-found.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { EditPlace } from './flag-edit-start.ts';
import { FlagHistory } from './flag-history.tsx';
import { FlagGate } from './flag-gate.tsx';
import { FlagGuard } from './flag-guard.tsx';
import { FlagTargets } from './flag-targets.tsx';
import { FlagValueBadge } from './flag-value.tsx';
import { defaultOf, valueWord } from './flag-labels.ts';
import { useFlag } from './flag-queries.ts';

/** Loaded on the first change, since most visits only read. */
const FlagEditDialog = lazy(() =>
  import('./flag-edit-dialog.tsx').then((module) => ({ default: module.FlagEditDialog })),
);

export function FlagPage() {
  const { key = '' } = useParams({ strict: false });
  const { search } = usePageSearch<'at'>();
  const query = useFlag(key, search.org);
  const heading = (
    <>
      <Link to="/flags" search={{ org: search.org }} className="plain muted">
        Flags
      </Link>
      <span className="muted">/</span>
      <span className="mono">{key}</span>
    </>
  );
  if (query.data)
    return <LoadedFlag heading={heading} detail={query.data} failed={query.isRefetchError} at={search.at} />;
  return (
    <Page title={key} heading={heading}>
      {isUnknownName(query.error) ? (
        <NotFound icon={IconFlag} what="flag" name={key} list="/flags">
          The address may be wrong, or the pack that declares the flag was removed.
        </NotFound>
      ) : (
        <NoAnswer to={query} what="The flag" />
      )}
    </Page>
  );
}

interface LoadedFlagProps {
  heading: React.ReactNode;
  detail: FlagDetail;
  failed: boolean;
  /** The org whose cell was clicked. */
  at: string | undefined;
}

function LoadedFlag({ heading, detail, failed, at }: LoadedFlagProps) {
  const { flag, conversations, history } = detail;
  const may = usePermissions();
  const [editing, setEditing] = useState<EditPlace | null>(null);
  const edit = may.admin ? setEditing : undefined;
  return (
    <Page
      title={flag.key}
      heading={heading}
      status={
        <>
          {flag.killed && <StatusBadge tone="red" label={`Killed: ${valueWord(flag.safe)} everywhere`} />}
          <LiveMark failed={failed} />
        </>
      }
      actions={
        may.platform && (
          <Button
            variant="default"
            color={flag.killed ? undefined : 'red'}
            onClick={() => setEditing({ place: flag.killed ? 'revive' : 'kill' })}
          >
            {flag.killed ? 'Turn off kill switch' : 'Kill switch'}
          </Button>
        )
      }
    >
      <Scroll label={`Flag ${flag.key}`}>
        <Box component="p" m={0} maw={760} className="muted">
          {flag.description}
        </Box>
        <Section
          title="Default"
          actions={
            may.platform && (
              <Button variant="default" onClick={() => setEditing({ place: 'default' })}>
                Change the default
              </Button>
            )
          }
        >
          <Facts
            facts={{
              'Platform default': <FlagValueBadge value={defaultOf(flag)} />,
              'Declared default': valueWord(flag.declaredDefault),
              'Kill switch value': valueWord(flag.safe),
              Values: flag.values.map(valueWord).join(', '),
              Owner: flag.owner,
            }}
          />
        </Section>
        {flag.gate && <FlagGate flag={flag.key} gate={flag.gate} />}
        {flag.guard && <FlagGuard flag={flag.key} guard={flag.guard} />}
        <FlagTargets flag={flag} at={at} onEdit={edit} />
        <Section
          title="Pinned conversations"
          hint="Pin a value to one conversation to test it."
          actions={
            edit && (
              <Button variant="default" onClick={() => edit({ place: 'conversation' })}>
                Pin a conversation
              </Button>
            )
          }
        >
          <DataTable
            label="Pinned conversations"
            rows={conversations}
            rowKey={(row) => row.conversationId}
            empty="None pinned."
            columns={[
              { name: 'Conversation', of: (row) => <CopyId id={row.conversationId} of="conversation" /> },
              { name: 'Org', of: (row) => row.org },
              { name: 'Value', of: (row) => <FlagValueBadge value={row.value} /> },
              {
                name: '',
                align: 'end',
                of: (row) =>
                  edit && (
                    <Button
                      variant="subtle"
                      color="gray"
                      onClick={() => edit({ place: 'conversation', ...row })}
                    >
                      Unpin
                    </Button>
                  ),
              },
            ]}
          />
        </Section>
        <FlagHistory flag={flag} history={history} mayUndo={may.admin} />
      </Scroll>
      {editing && (
        <Suspense>
          <FlagEditDialog flag={flag} place={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Page>
  );
}
