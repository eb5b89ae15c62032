import { Controller, Get } from '@nestjs/common';
import { spendQuery, type SpendQuery } from '#contracts/console';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { spendOf } from './spend.read-model.ts';

/** Cost of model calls by org, model, task, tier or day. */
@Controller('admin/spend')
export class SpendController {
  @Get()
  async report(@ScopedQuery(spendQuery) { scope, ...query }: Scoped<SpendQuery>) {
    return spendOf(scope, query);
  }
}
