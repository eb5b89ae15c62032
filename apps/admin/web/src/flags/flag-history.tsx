import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FlagChange, FlagView } from '#contracts';
import { ProblemError } from '../api/problem-error.ts';
import { actorOf } from '../audit/audit-words.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { changeWord } from './flag-words.ts';
import classes from './flags.module.css';
import { useFlagUndo } from './flag-queries.ts';

const SHOWN = 20;

interface FlagHistoryProps {
  flag: FlagView;
  history: readonly FlagChange[];
  mayUndo: boolean;
}

/** Who changed what and why, each as a difference, and the way back. */
export function FlagHistory({ history, mayUndo }: FlagHistoryProps) {
  const [undoing, setUndoing] = useState<FlagChange | null>(null);
  const [shown, setShown] = useState(SHOWN);
  return (
    <Section title="History" hint="Every change stands in the audit log with its reason.">
      {history.length === 0 ? (
        <p className="muted">Nobody has changed this flag yet.</p>
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
              <DifferenceView
                label={`change of ${change.flag}`}
                before={change.before}
                after={change.after}
              />
            </li>
          ))}
        </ol>
      )}
      {history.length > shown && (
        <Button variant="subtle" color="gray" mt={8} onClick={() => setShown(shown + SHOWN)}>
          Show older changes
        </Button>
      )}
      {undoing && <UndoDialog change={undoing} onClose={() => setUndoing(null)} />}
    </Section>
  );
}

function UndoDialog({ change, onClose }: { change: FlagChange; onClose: () => void }) {
  const [force, setForce] = useState(false);
  const undo = useFlagUndo(onClose);
  const newer = undo.error instanceof ProblemError && undo.error.status === 409;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Undo this change?"
      confirm="Undo it"
      withReason
      pending={undo.isPending}
      error={undo.error}
      onConfirm={(why) => undo.mutate({ changeId: change.id, why, force })}
    >
      <p>
        {changeWord(change)}
        {change.org && ` ${change.org.slug}`}: what was there before is put back, for every process within 2
        s.
      </p>
      <DifferenceView label="what is put back" before={change.after} after={change.before} />
      {newer && (
        <Checkbox
          mt={10}
          size="xs"
          label="Also overwrite the newer change"
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
