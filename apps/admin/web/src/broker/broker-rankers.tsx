import { IconSchool } from '@tabler/icons-react';
import { brokerRankers, type BrokerRanker } from '#contracts/console';
import { brokerRankersRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { DataTable } from '../ui/data-table.tsx';
import { counted, formatDuration, formatShare } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';

const VERDICTS: Record<BrokerRanker['verdict'], StatusLook> = {
  serves: { label: 'Replaced', tone: 'gray' },
  worse: { label: 'Rejected: worse than before', tone: 'amber' },
  forgotten: { label: 'Deleted', tone: 'gray' },
};

export function BrokerRankers() {
  const { search } = usePageSearch();
  const rankers = useAnswer(brokerRankersRequest(search), brokerRankers);
  if (!rankers.data) return <NoAnswer to={rankers} what="The rankers" />;
  if (rankers.data.items.length === 0)
    return (
      <EmptyState icon={IconSchool} title="No trained ranker yet">
        A ranker is trained from the call log of an org once it holds enough calls and the flag
        learned_ranking is on. Until then tools are ranked by their texts.
      </EmptyState>
    );
  return (
    <Scroll label="Rankers">
      <Section
        title="Trainings"
        hint="Each ranker is tested on the newest calls against its predecessor, by the share of calls whose tool ranks among the first twelve. It goes live if its share is at least as high."
      >
        <DataTable
          label="Rankers"
          rows={rankers.data.items}
          rowKey={(ranker) => `${ranker.org.id}:${ranker.version}`}
          empty=""
          stacks
          columns={[
            { name: 'Org', of: (ranker) => ranker.org.name },
            { name: 'Version', align: 'end', of: (ranker) => ranker.version },
            { name: 'State', of: (ranker) => <State ranker={ranker} /> },
            { name: 'Hit rate', align: 'end', of: (ranker) => formatShare(ranker.comparison.candidate) },
            { name: 'Before', align: 'end', of: (ranker) => <Before ranker={ranker} /> },
            { name: 'Tested on', align: 'end', of: (ranker) => counted(ranker.comparison.calls, 'call') },
            {
              name: 'Trained on',
              align: 'end',
              of: (ranker) => `${counted(ranker.calls, 'call')} of ${counted(ranker.tools, 'tool')}`,
            },
            { name: 'Trained in', align: 'end', of: (ranker) => formatDuration(ranker.trainMs) },
            { name: 'When', align: 'end', of: (ranker) => <RelativeTime at={ranker.createdAt} /> },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function State({ ranker }: { ranker: BrokerRanker }) {
  const look = ranker.serving ? { label: 'Live', tone: 'green' as const } : VERDICTS[ranker.verdict];
  return <StatusBadge label={look.label} tone={look.tone} />;
}

function Before({ ranker: { comparison } }: { ranker: BrokerRanker }) {
  const { version, recallAt12 } = comparison.before;
  return (
    <span title={version === null ? 'Text alone' : `Version ${version}`}>
      {formatShare(recallAt12)} <span className="muted">{version === null ? 'text' : `v${version}`}</span>
    </span>
  );
}
