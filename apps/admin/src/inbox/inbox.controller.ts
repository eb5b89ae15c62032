import { Controller, Get, Inject } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { inboxQuery, type InboxQuery } from '#contracts/console';
import { refuseAnalyst } from '../session/admin-checks.ts';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { InboxReadModel } from './inbox.read-model.ts';

const refuseAnalysts = refuseAnalyst('Analysts cannot decide anything and have no inbox.');

/** Everything that waits for a person. Decisions go to the routes of each kind. */
@Controller('admin/inbox')
export class InboxController {
  constructor(
    @Inject(InboxReadModel) private readonly inbox: InboxReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async page(@ScopedQuery(inboxQuery, refuseAnalysts) { scope, ...query }: Scoped<InboxQuery>) {
    return this.inbox.page(scope, this.clock.now(), query);
  }
}
