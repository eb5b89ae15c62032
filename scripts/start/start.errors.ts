/** The start cannot go on, and the message tells the person at the terminal what to do about it. */
export class StartRefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefusedError';
  }
}
