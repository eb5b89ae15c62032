/** What of a trace that is looked at stands in the address of its page. */
export interface TracePlace {
  /** The span that is open. */
  span?: string | undefined;
  /** Words that are looked for. */
  find?: string | undefined;
  /** `cut`: idle gaps are left out of the axis. */
  gaps?: string | undefined;
}

export type ChangeTracePlace = (part: TracePlace) => void;
