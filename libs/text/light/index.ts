// For processes that start before packages are installed: nothing here imports any.
export { isTimeZone } from '../dates/time-zone.ts';
