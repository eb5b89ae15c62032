import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** Appears after a short delay, since most answers arrive sooner. */
export function Loading({ what = 'Loading' }: { what?: string }) {
  return (
    <div className={classes.loading} role="status">
      <Loader size={18} />
      <span className="visually-hidden">{what}</span>
    </div>
  );
}
