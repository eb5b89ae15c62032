import { IconPlugOff } from '@tabler/icons-react';
import classes from './offline-note.module.css';

/** A line about the offline model, and the way to a real one. */
export function OfflineNote({ children }: { children: string }) {
  return (
    <div className={classes.offline} role="note">
      <IconPlugOff size={15} />
      <span>
        {children} Set <span className="mono">GOOGLE_API_KEY</span>,{' '}
        <span className="mono">OPENAI_API_KEY</span> or <span className="mono">ANTHROPIC_API_KEY</span> to use
        a real model.
      </span>
    </div>
  );
}
