import classes from './logo.module.css';

export function Logo({ withName = true }: { withName?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={classes.plate} />
        <path d="M9 10h14M16 10v13" className={classes.post} />
      </svg>
      {withName && <span className={classes.name}>Turnpike</span>}
    </span>
  );
}
