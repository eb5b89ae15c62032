import classes from './copy-id.module.css';
import { CopyIcon } from './copy-icon.tsx';
import { shortId } from './format.ts';

interface CopyIdProps {
  id: string;
  of: string;
  whole?: boolean;
}

/** An id, shortened to its distinctive end, with a button that copies all of it. */
export function CopyId({ id, of, whole = false }: CopyIdProps) {
  return (
    <span className={classes.id}>
      <span className="mono truncate" title={id}>
        {whole ? id : shortId(id)}
      </span>
      <CopyIcon size={20} value={id} label={`Copy the ${of} id`} />
    </span>
  );
}
