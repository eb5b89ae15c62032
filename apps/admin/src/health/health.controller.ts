import { Controller, Get, Inject } from '@nestjs/common';
import { Database } from '#database';
import { Public } from '../session/session.guard.ts';

@Public()
@Controller('health')
export class HealthController {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The process runs. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** It can do its work; 503 while the database is away. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    await this.database.ping();
    return { status: 'ok' };
  }
}
