export interface FieldProblem {
  /** JSON Pointer (RFC 6901) of the field. */
  pointer: string;
  detail: string;
}

/** An HTTP error response decided by the HTTP layer itself. {@link ProblemFilter} converts every other error to one. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    /** Last part of the problem's `type`, such as `unknown-agent`. */
    readonly code: string,
    detail: string,
    readonly options: { errors?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.name = 'ProblemError';
  }
}
