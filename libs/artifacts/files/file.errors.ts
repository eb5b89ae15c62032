import { TurnpikeError } from '#contracts';
import { acceptedMediaTypes } from './media-type.ts';

const ACCEPTED = acceptedMediaTypes.join(', ');

/** The type of the content is not accepted. */
export class UnsupportedMediaError extends TurnpikeError {
  /** @param found the detected type, if known. */
  constructor(readonly found: string | undefined) {
    super(`${found ? `This is ${found}. ` : ''}A file has to be one of ${ACCEPTED}; its content decides.`, {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      kind: 'unsupported',
      pointer: '/file',
    });
  }
}

export class EmptyFileError extends TurnpikeError {
  constructor() {
    super('The file is empty.', { code: 'EMPTY_FILE', kind: 'invalid', pointer: '/file' });
  }
}

export class FileTooLargeError extends TurnpikeError {
  constructor(maxBytes: number) {
    super(`A file has at most ${maxBytes} bytes.`, {
      code: 'FILE_TOO_LARGE',
      kind: 'invalid',
      pointer: '/file',
    });
  }
}
