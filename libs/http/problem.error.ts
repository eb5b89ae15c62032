export interface FieldProblem {
  /** JSON Pointer (RFC 6901) of the field. */
  pointer: string;
  detail: string;
}

/** The HTTP answer itself, where the edge decides it; every other error becomes one in {@link ProblemFilter}. */
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
