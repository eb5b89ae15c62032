/** Milliseconds since 1970: BullMQ stamps its jobs, and finds them due, by the machine's clock and not by ours. */
export function machineNow(): number {
  return Date.now();
}
