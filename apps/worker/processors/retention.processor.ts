import type { FileRetention } from '#artifacts';
import type { JobProcessor } from '#queue';

/** Removes what is kept no longer. */
export class RetentionProcessor implements JobProcessor<'retention'> {
  readonly job = 'retention';

  constructor(private readonly files: FileRetention) {}

  async process(): Promise<void> {
    await this.files.removeUnused();
  }
}
