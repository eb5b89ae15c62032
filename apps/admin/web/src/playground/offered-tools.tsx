import { Box } from '@mantine/core';
import { playgroundSteps, type PlaygroundSteps } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { formatCount } from '../ui/format.ts';
import classes from './playground.module.css';
import { ToolLink } from '../ui/entity-links.tsx';

type Broker = NonNullable<PlaygroundSteps['broker']>;
type SeenTool = Broker['tools'][number];

export const stepsRequest = (turnId: string) => ({
  key: 'playground-steps',
  path: `/admin/playground/turns/${turnId}/steps`,
});

/** The tools that the broker of an ended turn offered, with scores and reasons. */
export function ToolsOfTurn({ turnId }: { turnId: string }) {
  const { data } = useAnswer(stepsRequest(turnId), playgroundSteps);
  return data?.broker && <OfferedTools broker={data.broker} />;
}

export function OfferedTools({ broker }: { broker: Broker }) {
  const offered = broker.tools.filter((tool) => tool.offered);
  const others = broker.tools.filter((tool) => !tool.offered);
  const best = Math.max(0, ...broker.tools.map(({ score }) => score ?? 0));
  return (
    <details className={classes.tools} open>
      <summary>
        <b>
          {offered.length} of {broker.inScope} tools offered
        </b>
        <span className="muted">
          broker {broker.mode}
          {broker.asked && ', set for this turn'} · {formatCount(broker.tokensOffered)} tokens
        </span>
      </summary>
      <ToolList label="Tools offered" tools={offered} best={best} />
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{others.length} not offered</summary>
          <ToolList label="Tools not offered" tools={others} best={best} />
        </details>
      )}
    </details>
  );
}

function ToolList({ label, tools, best }: { label: string; tools: readonly SeenTool[]; best: number }) {
  const { search } = usePageSearch();
  return (
    <ul className={classes.toolList} aria-label={label}>
      {tools.map(({ tool, score, reason }) => (
        <li key={tool}>
          <ToolLink name={tool} org={search.org} />
          <span
            className={classes.score}
            title={score === null ? 'Not ranked' : `Score ${score}. The length of the bar is its square root`}
          >
            <span
              className={classes.bar}
              // The root keeps the differences of usual scores visible beside one that is ten times as high.
              style={{ width: `${Math.sqrt(Math.max(0, score ?? 0) / (best || 1)) * 100}%` }}
              aria-hidden="true"
            />
            <Box component="span" ta="end" className="figures">
              {score === null ? '–' : score.toFixed(3)}
            </Box>
          </span>
          <span className={classes.reason}>{reason.replace(/^(?:not )?offered: /, '')}</span>
        </li>
      ))}
    </ul>
  );
}
