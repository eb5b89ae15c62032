import { Button, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { programReplay, turnPrograms, type ProgramReplay } from '#contracts';
import { programsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { BackLink } from '../ui/back-link.tsx';
import { CodeHint } from '../ui/code-hint.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount, formatDuration, shortId } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { NotAllowed, PickAnOrg } from '../ui/not-allowed.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './programs.module.css';

type Program = ProgramReplay['program'];

export function ProgramsPage() {
  const { turnId = '' } = useParams({ strict: false });
  const { org } = useOneOrg();
  const heading = (
    <>
      <BackLink to={`/turns/${turnId}`} search={{ org }} />
      Programs <span className="muted">of turn {shortId(turnId)}</span>
    </>
  );
  return (
    <Page title="Programs" heading={heading}>
      <Body turnId={turnId} />
    </Page>
  );
}

function Body({ turnId }: { turnId: string }) {
  const may = usePermissions();
  const { picked, org } = useOneOrg();
  const reads = may.textsOf(org);
  const allowed = reads && picked;
  const ask = programsRequest(turnId, { org });
  const query = useAnswer(ask, turnPrograms, { enabled: allowed });
  if (!picked) return <PickAnOrg>Programs belong to the org of their turn.</PickAnOrg>;
  if (!reads) return <NotAllowed what="Programs" may="texts" />;
  if (query.error || !query.data) return <NoAnswer to={query} what="The programs" />;
  if (query.data.items.length === 0)
    return (
      <EmptyState icon={IconCode} title="No program in this turn">
        While the flag ptc is on, an agent with programs can answer with code instead of single tool calls.
      </EmptyState>
    );
  return (
    <Scroll label="Programs">
      {query.data.items.map((program) => (
        <OneProgram key={program.place} program={program} path={ask.path} org={org} />
      ))}
    </Scroll>
  );
}

function OneProgram({ program, path, org }: { program: Program; path: string; org: string | undefined }) {
  const [again, setAgain] = useState<ProgramReplay | null>(null);
  const replay = useChange({
    request: () => ({ method: 'POST', path: `${path}/${program.place}/replay`, query: { org } }),
    invalidates: [],
    onSuccess: (answer) => setAgain(programReplay.parse(answer)),
  });
  return (
    <Section
      title={`Program ${program.place}`}
      hint={
        <>
          Started <RelativeTime at={program.startedAt} />, {program.calls.length}{' '}
          {program.calls.length === 1 ? 'call' : 'calls'} of tools
        </>
      }
      actions={
        <>
          <End end={program.end} />
          <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
            Run it again
          </Button>
        </>
      }
    >
      <Stack gap={10}>
        <CodeHint code={program.code} label={`Code of program ${program.place}`} />
        {program.calls.length > 0 && (
          <ol className={classes.calls} aria-label="Calls">
            {program.calls.map((call) => (
              <li key={call.sequence}>
                <details>
                  <summary>
                    <span className="mono">{call.tool}</span>{' '}
                    {!call.ok && <StatusBadge tone="red" label="Failed" />}
                  </summary>
                  <div className={classes.call}>
                    <JsonView value={call.input} label={`Arguments of call ${call.sequence}`} />
                    <JsonView value={call.answer} label={`Answer of call ${call.sequence}`} />
                  </div>
                </details>
              </li>
            ))}
          </ol>
        )}
        {program.end && <JsonView value={program.end.error ?? program.end.value} label="Result" />}
        {again && <Again again={again} />}
      </Stack>
    </Section>
  );
}

function End({ end }: { end: Program['end'] }) {
  if (!end) return <StatusBadge tone="blue" label="Running or awaiting approval" />;
  return end.ok ? (
    <StatusBadge tone="green" label="Ended" />
  ) : (
    <StatusBadge tone="red" label={end.errorCode ?? 'Failed'} />
  );
}

/** Result of a rerun against the recorded results. It calls no tool and writes nothing. */
function Again({ again: { replay, same } }: { again: ProgramReplay }) {
  return (
    <div className={classes.again} role="status">
      <StatusBadge
        tone={same === false ? 'amber' : 'green'}
        label={same === null ? 'Run again' : same ? 'Same result' : 'Different result'}
      />{' '}
      <span className="muted">against the recorded results. No tool was called.</span>
      <Facts
        facts={{
          CPU: formatDuration(replay.cpuMs),
          'Wall clock': formatDuration(replay.wallMs),
          Memory: `${formatCount(replay.memoryBytes / 1_024)} KiB`,
          Error: replay.error,
        }}
      />
      {same === false && <JsonView value={replay.value} label="Result now" />}
      {replay.logs.length > 0 && <JsonView value={replay.logs.join('\n')} label="Log" />}
    </div>
  );
}
