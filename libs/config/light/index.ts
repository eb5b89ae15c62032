// The clock, days of time zones and the reader of allowed hosts, without Nest.
export { parseAllowedHost, type AllowedHost } from '../allowed-hosts.ts';
export { createClock, type Clock } from '../clock.ts';
