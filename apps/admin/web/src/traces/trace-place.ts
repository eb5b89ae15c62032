/** State of an open trace in the address of its page. */
export interface TracePlace {
  span?: string | undefined;
  find?: string | undefined;
  /** `cut`: idle gaps are compressed. */
  gaps?: string | undefined;
}

export type ChangeTracePlace = (part: TracePlace) => void;
