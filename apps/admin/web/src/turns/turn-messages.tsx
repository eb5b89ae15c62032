import { Link } from '@tanstack/react-router';
import { IconHeadset, IconRobot, IconUser } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ConsoleMessage, ConsoleTurnDetail } from '#contracts/console';
import { counted, formatExact } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenLines } from '../ui/written-text.tsx';
import classes from './turn-messages.module.css';
import { filtersOf } from './turn-search.ts';
import { isUnfinished } from './turn-queries.ts';

const AUTHORS = {
  contact: { name: 'Contact', icon: IconUser },
  staff: { name: 'Staff', icon: IconHeadset },
  agent: { name: 'Agent', icon: IconRobot },
} as const;

/** The conversation around the turn, with the turn's own messages highlighted. */
export function TurnMessages({ detail }: { detail: ConsoleTurnDetail }) {
  const { turn, messages, messagesBefore, messagesAfter } = detail;
  const ownRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = ownRef.current;
    if (!own) return;
    // A message that does not fit is read from its beginning.
    const fits = own.offsetHeight <= (own.parentElement?.clientHeight ?? 0);
    // Newer browsers return a promise, which an effect must not return.
    own.scrollIntoView({ block: fits ? 'center' : 'start' });
  }, [turn.id]);
  const firstOwn = messages.findIndex((message) => message.turnId === turn.id);
  const lastOwn = messages.findLastIndex((message) => message.turnId === turn.id);
  const pending = !isAnswered(detail) && (
    <div className={classes.pending}>
      {isUnfinished(turn.state) ? 'No reply yet' : 'The turn ended without a reply'}
    </div>
  );
  return (
    <section className={classes.panel} aria-label="Messages" tabIndex={0}>
      {messagesBefore > 0 && <div className={classes.more}>{counted(messagesBefore, 'message')} before</div>}
      {messages.map((message, index) => (
        <div key={message.id} ref={index === firstOwn ? ownRef : undefined}>
          <Message message={message} own={message.turnId === turn.id} />
          {index === lastOwn && pending}
        </div>
      ))}
      {lastOwn === -1 && pending}
      {messagesAfter > 0 && <div className={classes.more}>{counted(messagesAfter, 'message')} after</div>}
    </section>
  );
}

export function isAnswered({ turn, messages }: ConsoleTurnDetail): boolean {
  return messages.some((message) => message.turnId === turn.id && message.role === 'assistant');
}

interface MessageProps {
  message: ConsoleMessage;
  own: boolean;
  /** Links to its turn, if that is another one. */
  linked?: boolean;
}

export function Message({ message, own, linked = !own }: MessageProps) {
  const author = AUTHORS[message.authorKind];
  return (
    <article className={classes.message} data-own={own || undefined} data-role={message.role}>
      <header className={classes.head}>
        <author.icon size={14} stroke={1.7} />
        <span className={classes.author}>{message.authorName ?? author.name}</span>
        {message.role === 'interim' && <span className="muted">interim</span>}
        <span className="end">
          <RelativeTime at={message.createdAt} />
        </span>
        {linked && message.turnId && (
          <Link
            to="/turns/$turnId"
            params={{ turnId: message.turnId }}
            search={(current) => filtersOf(current)}
            className={classes.open}
          >
            Open turn
          </Link>
        )}
      </header>
      {message.text === null ? (
        <p className={classes.hidden}>
          {message.characters.toLocaleString('en-US')} characters, not readable by your role
        </p>
      ) : (
        <WrittenLines text={message.text} className={classes.text} />
      )}
      {message.attachments.map(({ name, file }, index) => (
        <p key={index} className={classes.attachment}>
          <span>Attached</span>
          {name !== null && (
            <b className="truncate" title={name}>
              {name}
            </b>
          )}
          <span>
            {file ? `${file.mediaType}, ${formatExact(Math.ceil(file.bytes / 1_024))} KiB` : 'not stored'}
          </span>
        </p>
      ))}
    </article>
  );
}
