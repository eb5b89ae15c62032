import type { ConsoleToolDetail, ToolDefinitionView } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

export function ToolDefinitions({ tool }: { tool: ConsoleToolDetail }) {
  const may = usePermissions();
  const { search } = usePageSearch();
  const approved = tool.definitions.find((one) => one.approvedAt !== null);
  return (
    <Section
      title={tool.held ? 'A changed definition awaits approval' : 'Definitions'}
      hint="Hashes of description and schema. The audit log records every change, because a manipulated description is an attack on the model."
    >
      <DataTable
        label="Definitions"
        stacks
        rows={tool.definitions}
        rowKey={(one) => `${one.hash}:${one.currentSince}`}
        empty="None recorded yet."
        columns={[
          { name: 'Hash', of: (one) => <CopyId id={one.hash} of="definition" /> },
          { name: 'From', of: (one) => one.source },
          { name: 'Since', of: (one) => <RelativeTime at={one.currentSince} /> },
          { name: 'State', of: (one) => <DefinitionState definition={one} /> },
          {
            name: '',
            align: 'end',
            of: (one) =>
              one.approvedAt === null &&
              may.admin && (
                <ChangeButton
                  label="Approve…"
                  look={{ size: 'compact-xs' }}
                  title={`Approve the definition of ${tool.name}?`}
                  confirm="Approve"
                  withReason
                  change={{
                    request: (reason) => ({
                      method: 'POST',
                      path: `/admin/tools/${tool.name}/definitions/${one.hash}/approve`,
                      query: { org: search.org },
                      body: { reason },
                    }),
                    invalidates: ['tool', 'tools'],
                    done: () => `${tool.name} is offered again`,
                  }}
                >
                  <p>Models read this text and follow this schema from the next turn.</p>
                  <DifferenceView
                    label="the definition"
                    before={approved?.definition ?? {}}
                    after={one.definition}
                  />
                </ChangeButton>
              ),
          },
        ]}
      />
    </Section>
  );
}

function DefinitionState({ definition }: { definition: ToolDefinitionView }) {
  const { approvedAt, approvedBy, approvedByName } = definition;
  if (approvedAt === null) return <StatusBadge tone="amber" label="Awaiting approval" />;
  if (approvedBy === null) return <StatusBadge tone="green" label="Approved with the pack" />;
  return (
    <>
      <StatusBadge tone="green" label="Approved" />{' '}
      <span className="muted">
        by {approvedByName ?? 'a platform admin'}, <RelativeTime at={approvedAt} />
      </span>
    </>
  );
}
