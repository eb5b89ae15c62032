import { ActionIcon, Tooltip } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ConsoleSpan } from '#contracts/console';
import { StatusBadge } from '../ui/status-badge.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { SpanDetails } from './span-details.tsx';
import { spanIcon } from './span-icons.ts';
import classes from './span-peek.module.css';
import { useSpanDetail } from './trace-queries.ts';
import { statusLookOf } from './trace-statuses.ts';
import { useHighlight } from './use-highlight.ts';

interface SpanPeekProps {
  traceId: string;
  span: ConsoleSpan;
  /** Slug of the turn's org, whose tool and flag are linked. */
  org: string | undefined;
  find: string | undefined;
  onClose: () => void;
}

export function SpanPeek({ traceId, span, org, find, onClose }: SpanPeekProps) {
  const { turnId } = useParams({ strict: false });
  const body = useRef<HTMLDivElement>(null);
  const detail = useSpanDetail(traceId, span.spanId, `${span.status} ${span.durationMs}`);
  const KindIcon = spanIcon(span.kind);
  const status = statusLookOf(span);
  useHighlight(body, find, detail.data);
  return (
    <section className={classes.peek} aria-label={`Span ${span.name}`}>
      <header className={classes.head}>
        <KindIcon size={15} stroke={1.7} />
        <h3 className={'title truncate'}>{span.name}</h3>
        <StatusBadge {...status} />
        <Tooltip label="Close (esc)">
          <ActionIcon className="end" onClick={onClose} aria-label="Close the span">
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div ref={body} className={classes.body} tabIndex={0} role="group" aria-label="Details of the span">
        {span.errorMessage && !span.cancelled && <p className="problem">{span.errorMessage}</p>}
        {detail.data ? (
          <SpanDetails detail={detail.data} critical={span.critical} org={org} turnId={turnId} />
        ) : (
          <NoAnswer to={detail} what="The span" />
        )}
      </div>
    </section>
  );
}
