/** The system time in milliseconds since 1970. BullMQ uses the system clock and not the clock of `libs/config`. */
export function machineNow(): number {
  return Date.now();
}
