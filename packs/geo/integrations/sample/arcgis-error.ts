/** An error object, which the service sends with HTTP 200. */
export class ArcGisError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly detail = '',
  ) {
    super(message);
  }

  toJSON(): object {
    return { error: { code: this.code, message: this.message, details: this.detail ? [this.detail] : [] } };
  }
}
