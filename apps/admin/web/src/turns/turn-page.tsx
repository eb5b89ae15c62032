import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconMessageOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { consoleTurnDetail, type ConsoleTurnDetail } from '#contracts/console';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { turnRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { TracePanel } from '../traces/trace-panel.tsx';
import type { ChangeTracePlace, TracePlace } from '../traces/trace-place.ts';
import { BackLink } from '../ui/back-link.tsx';
import { contactWord } from '../ui/contact.ts';
import { LiveMark } from '../ui/live-mark.tsx';
import { isUnknownName, NotFound } from '../ui/not-found.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Page } from '../ui/page.tsx';
import { backTargetOf, type BackTarget } from '../ui/back-target.ts';
import { TurnHeader } from './turn-header.tsx';
import { isAnswered, TurnMessages } from './turn-messages.tsx';
import classes from './turn-page.module.css';
import { isUnfinished } from './turn-queries.ts';
import { filtersOf } from './turn-search.ts';
import { TurnActions } from './turn-actions.tsx';
import { TurnStateBadge } from './turn-state.tsx';
import { useSize } from '../ui/use-size.ts';

const route = getRouteApi('/turns/$turnId');

/** Below this width, messages and trace are tabs. */
const SIDE_BY_SIDE_FROM_PX = 760;

export function TurnPage() {
  const { turnId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const detail = useAnswer(turnRequest(turnId), consoleTurnDetail, { pollMs: POLL_INTERVAL_MS });
  const filters = filtersOf(search);
  const list: BackTarget = { to: '/turns', search: { ...filters, selected: turnId } };
  const lookAt = (part: TracePlace) =>
    void navigate({
      to: '/turns/$turnId',
      params: { turnId },
      search: (current) => ({ ...current, ...part }),
      replace: true,
    });
  useShortcuts('Turn', [
    {
      keys: ['Escape'],
      does: 'Close the span, then go back',
      run: () =>
        search.span ? lookAt({ span: undefined }) : void navigate(backTargetOf(search.back) ?? list),
    },
  ]);
  const heading = (
    <>
      <BackLink {...list} />
      Turn
      {detail.data && <TurnStateBadge state={detail.data.turn.state} />}
    </>
  );
  if (detail.data) {
    return (
      <LoadedTurn
        heading={heading}
        detail={detail.data}
        refreshFailed={detail.isRefetchError}
        place={search}
        onPlace={lookAt}
      />
    );
  }
  return (
    <Page title="Turn" heading={heading}>
      {isUnknownName(detail.error) ? (
        <NotFound icon={IconMessageOff} what="turn" name={turnId} list="/turns" filters={{ ...filters }}>
          The address may be wrong, or the turn was deleted or belongs to another org.
        </NotFound>
      ) : (
        <NoAnswer to={detail} what="The turn" />
      )}
    </Page>
  );
}

interface LoadedTurnProps {
  heading: ReactNode;
  detail: ConsoleTurnDetail;
  refreshFailed: boolean;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

function LoadedTurn({ heading, detail, refreshFailed, place, onPlace }: LoadedTurnProps) {
  const [view, setView] = useState<'messages' | 'trace'>('trace');
  const { ref, width } = useSize<HTMLDivElement>();
  const measured = width > 0;
  const sideBySide = width >= SIDE_BY_SIDE_FROM_PX;
  const { turn } = detail;
  const live = isUnfinished(turn.state) || refreshFailed;
  return (
    <Page
      title={`Turn of ${contactWord(turn)}`}
      heading={heading}
      status={live && <LiveMark failed={refreshFailed} />}
      actions={<TurnActions turn={turn} />}
    >
      <TurnHeader turn={turn} answered={isAnswered(detail)} />
      {measured && !sideBySide && (
        <SegmentedControl
          flex="none"
          m="6px 12px"
          fullWidth
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'messages', label: 'Messages' },
            { value: 'trace', label: 'Trace' },
          ]}
        />
      )}
      <div ref={ref} className={classes.panels} data-side-by-side={sideBySide || undefined}>
        {(sideBySide || (measured && view === 'messages')) && <TurnMessages detail={detail} />}
        {(sideBySide || (measured && view === 'trace')) && (
          <TracePanel turn={turn} place={place} onPlace={onPlace} />
        )}
      </div>
    </Page>
  );
}
