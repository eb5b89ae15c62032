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

/** The service's answer to a query that it cannot read. */
export const badQuery = (detail: string) => new ArcGisError(400, 'Unable to complete operation.', detail);
