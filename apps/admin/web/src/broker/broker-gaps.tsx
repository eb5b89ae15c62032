import { Link } from '@tanstack/react-router';
import { IconPuzzle } from '@tabler/icons-react';
import { toolGapReport, type ToolGap, type ToolGapKind } from '#contracts/console';
import { gapsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { GAP_KINDS } from '../requests/request-labels.ts';
import { counted, formatCount } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import type { BrokerSearchName } from './broker-search.ts';
import classes from './broker.module.css';
import { TurnLink } from '../ui/entity-links.tsx';

/** Messages without a suitable tool, most frequent first. */
export function BrokerGaps() {
  const { search } = usePageSearch<BrokerSearchName>();
  const report = useAnswer(gapsRequest(search), toolGapReport);
  if (!report.data) return <NoAnswer to={report} what="The gaps" />;
  const { items, turns, clusters } = report.data;
  return (
    <Scroll label="Tool gaps">
      <Section
        title={`${counted(turns, 'turn')} lacked a tool`}
        hint={`${counted(clusters, 'group')} of similar messages. Which tool is missing?`}
        actions={
          <PageFilter
            name="kind"
            label="Why"
            options={Object.entries(GAP_KINDS).map(([value, label]) => ({ value, label }))}
          />
        }
      >
        {items.length === 0 ? (
          <EmptyState icon={IconPuzzle} title="No tool gap in this range">
            The broker ranked a tool for every message, and no model reported a missing tool.
          </EmptyState>
        ) : (
          <div className={classes.gaps}>
            {items.map((gap, index) => (
              <Gap key={gap.examples[0]?.turnId ?? index} gap={gap} />
            ))}
          </div>
        )}
        {items.length < clusters && (
          <p>
            The {items.length} largest groups.{' '}
            <Link
              to="/requests"
              search={{ org: search.org, tab: 'gaps', days: search.days, kind: search.kind }}
            >
              Show all {formatCount(clusters)}
            </Link>
          </p>
        )}
      </Section>
    </Scroll>
  );
}

function Gap({ gap }: { gap: ToolGap }) {
  const { words, turns, kinds, languages, agents, orgs, examples, featureRequests, lastAt } = gap;
  const title = words ? words.join(' · ') : 'Your role cannot read messages';
  return (
    <article className={classes.gap}>
      <header className={classes.gapHead}>
        <span className={classes.gapCount}>{formatCount(turns)}</span>
        <h3 className={classes.gapWords}>
          <WrittenText text={title} />
        </h3>
        <span className="muted">
          last <RelativeTime at={lastAt} />
        </span>
      </header>
      <p className={classes.gapFacts}>
        {Object.entries(kinds)
          .map(([kind, count]) => `${GAP_KINDS[kind as ToolGapKind]} ${count}`)
          .join(', ')}
        {' · '}
        {languages.join(', ')}
        {' · '}
        {agents.join(', ')}
        {' · '}
        {orgs.map(({ org, turns: own }) => `${org.name} ${own}`).join(', ')}
      </p>
      <ul className={classes.gapExamples}>
        {examples.map((example) => (
          <li key={example.turnId}>
            <TurnLink turnId={example.turnId}>
              <WrittenText text={example.message ?? 'Open the turn'} />
            </TurnLink>
          </li>
        ))}
      </ul>
      {featureRequests.length > 0 && (
        <p className={classes.gapFacts}>
          Requested:{' '}
          {featureRequests.map(({ title: wish, votes }) => `${wish ?? 'a feature'} (${votes})`).join(', ')}
        </p>
      )}
    </article>
  );
}
