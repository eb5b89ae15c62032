import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** Shown only after a moment: most answers are there before anybody could read it. */
export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <div className={classes.loading} role="status">
      <Loader size={18} />
      <span className="visually-hidden">{what}</span>
    </div>
  );
}
