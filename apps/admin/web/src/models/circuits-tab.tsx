import { consoleCircuits } from '#contracts/console';
import { circuitsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { CopyId } from '../ui/copy-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';

const POLL_MS = 5_000;
const LOOKS: Record<string, StatusLook> = {
  closed: { tone: 'green', label: 'Closed' },
  half_open: { tone: 'amber', label: 'Half-open' },
  open: { tone: 'red', label: 'Open' },
};

/** The circuits of each model in each process; the router skips models with an open circuit. */
export function CircuitsTab() {
  const { search } = usePageSearch();
  const query = useAnswer(circuitsRequest(search), consoleCircuits, { pollMs: POLL_MS });
  if (query.error || !query.data) return <NoAnswer to={query} what="The circuits" />;
  return (
    <Scroll label="Circuits">
      <Section
        title="Circuit breakers"
        hint="In each running process a model has one for the calls of the org and one for those of all orgs. A circuit opens after repeated failures: the router skips the model until a trial call succeeds."
      >
        <DataTable
          label="Circuit breakers"
          stacks
          rows={query.data.items}
          rowKey={(row) => `${row.process}${row.provider}${row.model}${row.own}`}
          empty="No process has called a model in the last minute."
          columns={[
            { name: 'Model', of: ({ provider, model }) => `${provider} / ${model}` },
            { name: 'For', of: ({ own }) => (own ? 'this org' : 'all orgs') },
            {
              name: 'State',
              of: ({ state }) => (
                <StatusBadge tone={LOOKS[state]?.tone ?? 'gray'} label={LOOKS[state]?.label ?? state} />
              ),
            },
            {
              name: 'Process',
              of: ({ app, process }) => (
                <>
                  {app} <CopyId id={process} of="process" />
                </>
              ),
            },
            { name: 'Last failure', of: ({ failure }) => failure ?? '–' },
            { name: 'Since', align: 'end', of: ({ since }) => <RelativeTime at={since} /> },
          ]}
        />
      </Section>
    </Scroll>
  );
}
