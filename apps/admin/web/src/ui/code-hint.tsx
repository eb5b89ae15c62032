import classes from './code-hint.module.css';
import { CopyIcon } from './copy-icon.tsx';

export function CodeHint({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes.hint}>
      <pre className={classes.code} tabIndex={0} aria-label={label}>
        {code}
      </pre>
      <CopyIcon className={classes.copy} value={code} label={`Copy: ${label}`} hint="Copy" />
    </div>
  );
}
