// The clock and the parser of allowed hosts, without Nest.
export { parseAllowedHost, type AllowedHost } from '../allowed-hosts.ts';
export { createClock, type Clock } from '../clock.ts';
