import { Button, SegmentedControl, TextInput, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { toolRun, type ConsoleOrg, type ConsoleToolDetail, type ToolRunView } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { NotAllowed, PickAnOrg } from '../ui/not-allowed.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Section } from '../ui/section.tsx';
import { newKey } from './new-key.ts';
import {
  argumentsOf,
  draftOfArguments,
  fieldsOf,
  type EnteredArguments,
  type FormDraft,
} from './schema-fields.ts';
import { SchemaForm } from './schema-form.tsx';
import { EarlierRuns } from './tool-run-list.tsx';
import { hasEnded, RunOutcome } from './tool-run-outcome.tsx';
import { effectsOf } from './tool-run-labels.ts';
import classes from './tools.module.css';
import { submits } from '../ui/forms.ts';

/** Poll interval while a worker runs the tool. */
const WATCH_MS = 400;

export function ToolRun({ tool, org }: { tool: ConsoleToolDetail; org: ConsoleOrg | undefined }) {
  const may = usePermissions();
  if (!may.work) return <NotAllowed what="Manual runs" may="work" />;
  if (!org) return <PickAnOrg>A tool runs in one org, with its data and settings.</PickAnOrg>;
  return <Desk key={org.slug} tool={tool} org={org} />;
}

interface RunRequest {
  key: string;
  arguments: Record<string, unknown>;
  conversationId: string | undefined;
}

function Desk({ tool, org }: { tool: ConsoleToolDetail; org: ConsoleOrg }) {
  const { search, change } = usePageSearch();
  const [confirming, setConfirming] = useState<RunRequest | null>(null);
  const run = useRun(search.selected, org.slug);
  const send = useChange<RunRequest>({
    request: (request) => ({
      method: 'POST',
      path: `/admin/tools/${tool.name}/runs`,
      query: { org: org.slug },
      body: { ...request, ...(tool.sideEffect === 'none' ? {} : { confirmed: tool.sideEffect }) },
    }),
    invalidates: ['tool-runs'],
    onSuccess: (answer) => {
      setConfirming(null);
      change({ selected: toolRun.parse(answer).id });
    },
    showsError: tool.sideEffect !== 'none',
  });
  return (
    <>
      <RunForm
        // Opening a run fills the form, so that it can be repeated with other values.
        key={run?.id ?? 'new'}
        tool={tool}
        run={run}
        sending={send.isPending || (run !== undefined && !hasEnded(run) && run.state !== 'awaiting_approval')}
        onRun={(request) => (tool.sideEffect === 'none' ? send.mutate(request) : setConfirming(request))}
      />
      {run && <RunOutcome run={run} org={org} tool={tool} />}
      <EarlierRuns tool={tool.name} org={org.slug} selected={run?.id} />
      <ConfirmDialog
        opened={confirming !== null}
        onClose={() => setConfirming(null)}
        title={`Run ${tool.name}?`}
        confirm={`Run ${tool.name}`}
        destructive={tool.sideEffect === 'external'}
        pending={send.isPending}
        error={send.error}
        onConfirm={() => confirming && send.mutate(confirming)}
      >
        <p>{effectsOf(tool, org.name)}</p>
        <p>The tool runs once in your name with exactly these arguments:</p>
        {confirming && <JsonView value={confirming.arguments} label="Arguments of the run" />}
      </ConfirmDialog>
    </>
  );
}

/** The run of the address, polled until it has ended. */
function useRun(id: string | undefined, org: string): ToolRunView | undefined {
  const [ended, setEnded] = useState<string | undefined>();
  const answer = useAnswer(
    { key: 'tool-run', path: `/admin/tool-runs/${encodeURIComponent(id ?? '')}`, query: { org } },
    toolRun,
    { pollMs: ended === id ? false : WATCH_MS, enabled: id !== undefined },
  );
  const run = answer.data?.id === id ? answer.data : undefined;
  if (run && hasEnded(run) && ended !== run.id) setEnded(run.id);
  return run;
}

interface RunFormProps {
  tool: ConsoleToolDetail;
  run: ToolRunView | undefined;
  sending: boolean;
  onRun: (request: RunRequest) => void;
}

function RunForm({ tool, run, sending, onRun }: RunFormProps) {
  const fields = useMemo(() => fieldsOf(tool.parameters), [tool.parameters]);
  const [draft, setDraft] = useState<FormDraft>(() => (run ? draftOfArguments(fields, run.arguments) : {}));
  const [conversation, setConversation] = useState(run?.conversationId ?? '');
  const [json, setJson] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  // Resending the same form after a lost response returns the same run.
  const [key, setKey] = useState(newKey);
  const edited = () => {
    setKey(newKey());
    setTried(false);
  };
  const entered = json === null ? argumentsOf(fields, draft) : argumentsOfJson(json);
  const lacks = tool.needsConversation && conversation.trim() === '';
  const problems = { ...(tried ? {} : refusedFields(run)), ...(tried ? entered.problems : {}) };
  const submit = () => {
    setTried(true);
    if (Object.keys(entered.problems).length > 0 || lacks || sending) return;
    onRun({ key, arguments: entered.arguments, conversationId: conversation.trim() || undefined });
  };
  return (
    <Section
      title="Run"
      hint="A worker runs the call in your name under the usual rules: role, argument checks, approvals, effect ledger."
      actions={
        <SegmentedControl
          aria-label="Arguments as"
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={json === null ? 'form' : 'json'}
          onChange={(view) => {
            if (view === 'json') setJson(JSON.stringify(entered.arguments, null, 2));
            else {
              if (Object.keys(entered.problems).length === 0)
                setDraft(draftOfArguments(fields, entered.arguments));
              setJson(null);
            }
          }}
        />
      }
    >
      <form className={classes.run} aria-label="Arguments" noValidate onSubmit={submits(submit)}>
        {json === null ? (
          <SchemaForm
            fields={fields}
            draft={draft}
            problems={problems}
            onChange={(path, written) => {
              edited();
              setDraft((before) => ({ ...before, [path]: written }));
            }}
          />
        ) : (
          <Textarea
            label="Arguments, as JSON"
            classNames={{ input: 'mono' }}
            autosize
            minRows={6}
            maxRows={24}
            error={tried ? entered.problems[''] : undefined}
            value={json}
            onChange={(event) => {
              edited();
              setJson(event.currentTarget.value);
            }}
          />
        )}
        {fields.length === 0 && json === null && <p className="muted">This tool takes no arguments.</p>}
        <TextInput
          label="Conversation"
          description={
            tool.needsConversation
              ? 'Required: the id of the conversation the tool works in.'
              : 'Optional: the id of a conversation to run the tool in.'
          }
          withAsterisk={tool.needsConversation}
          error={tried && lacks ? 'Required' : undefined}
          w="100%"
          maw={360}
          value={conversation}
          onChange={(event) => {
            edited();
            setConversation(event.currentTarget.value);
          }}
        />
        <Button type="submit" loading={sending}>
          {tool.sideEffect === 'none' ? 'Run' : 'Run…'}
        </Button>
      </form>
    </Section>
  );
}

function argumentsOfJson(written: string): EnteredArguments {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { arguments: value as Record<string, unknown>, problems: {} };
    return { arguments: {}, problems: { '': 'Expected a JSON object' } };
  } catch {
    return { arguments: {}, problems: { '': 'Not valid JSON' } };
  }
}

/** Argument errors reported by the tool, by field. */
function refusedFields(run: ToolRunView | undefined): Record<string, string> {
  if (run?.errorClass !== 'VALIDATION_FAILED') return {};
  const { fields } = (run.result ?? {}) as { fields?: { name: string; problem: string }[] };
  return Object.fromEntries((fields ?? []).map(({ name, problem }) => [name, problem]));
}
