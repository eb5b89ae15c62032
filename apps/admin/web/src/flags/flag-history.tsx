import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FlagChange, FlagView } from '#contracts';
import { ProblemError } from '../api/problem-error.ts';
import { actorOf } from '../audit/audit-labels.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { changeNotes, changedConversation, changeSides } from './change-labels.ts';
import { changeWord } from './flag-labels.ts';
import classes from './flags.module.css';
import { useFlagUndo } from './flag-queries.ts';

const SHOWN = 20;

interface FlagHistoryProps {
  flag: FlagView;
  history: readonly FlagChange[];
  mayUndo: boolean;
}

export function FlagHistory({ flag, history, mayUndo }: FlagHistoryProps) {
  const [undoing, setUndoing] = useState<FlagChange | null>(null);
  const [shown, setShown] = useState(SHOWN);
  return (
    <Section title="History" hint="The audit log records every change with its reason.">
      {history.length === 0 ? (
        <p className="muted">This flag has not been changed yet.</p>
      ) : (
        <ol className={classes.history} aria-label="Changes">
          {history.slice(0, shown).map((change) => (
            <li key={change.id} className={classes.change}>
              <div className={classes.changeHead}>
                <strong>{changeWord(change)}</strong>
                {change.org && <span>{change.org.slug}</span>}
                <span className="muted">
                  {actorOf(change)}, <RelativeTime at={change.at} />
                </span>
                {mayUndo && (
                  <Button variant="subtle" color="gray" h={22} onClick={() => setUndoing(change)}>
                    Undo
                  </Button>
                )}
              </div>
              {change.why && <p className={classes.why}>{change.why}</p>}
              <ChangeView flag={flag} change={change} history={history} />
            </li>
          ))}
        </ol>
      )}
      {history.length > shown && (
        <Button variant="subtle" color="gray" mt={8} onClick={() => setShown(shown + SHOWN)}>
          Show older changes
        </Button>
      )}
      {undoing && (
        <UndoDialog flag={flag} history={history} change={undoing} onClose={() => setUndoing(null)} />
      )}
    </Section>
  );
}

interface ChangeViewProps {
  flag: FlagView;
  change: FlagChange;
  history: readonly FlagChange[];
  /** Shows the change from after to before, as undo does. */
  backwards?: boolean;
}

/** "follows the default (on) → off", worded as on the rest of the page. */
function ChangeView({ flag, change, history, backwards = false }: ChangeViewProps) {
  const sides = changeSides(flag, change, history);
  const conversation = changedConversation(change);
  if (!sides) {
    const { before, after } = change;
    return <DifferenceView label={`change of ${change.flag}`} before={before} after={after} />;
  }
  const [from, to] = backwards ? [sides.after, sides.before] : [sides.before, sides.after];
  return (
    <>
      <p className={classes.sides}>
        {conversation && (
          <>
            <CopyId id={conversation} of="conversation" />{' '}
          </>
        )}
        <span>{from}</span>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden"> became </span>
        <b>{to}</b>
      </p>
      {!backwards &&
        changeNotes(change).map((note) => (
          <p key={note} className={classes.why}>
            {note}
          </p>
        ))}
    </>
  );
}

interface UndoDialogProps extends ChangeViewProps {
  onClose: () => void;
}

function UndoDialog({ flag, history, change, onClose }: UndoDialogProps) {
  const [force, setForce] = useState(false);
  const undo = useFlagUndo(onClose);
  const newer = undo.error instanceof ProblemError && undo.error.status === 409;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Undo this change?"
      confirm="Undo"
      withReason
      pending={undo.isPending}
      error={undo.error}
      onConfirm={(why) => undo.mutate({ changeId: change.id, why, force })}
    >
      <p>
        {changeWord(change)}
        {change.org && ` ${change.org.slug}`}: the previous value applies again in every process within 2 s.
      </p>
      <ChangeView flag={flag} change={change} history={history} backwards />
      {newer && (
        <Checkbox
          mt={10}
          label="Also overwrite the newer change"
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
