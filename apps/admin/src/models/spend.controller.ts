import { Controller, Get, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { spendQuery, type SpendQuery } from '#contracts/console';
import { freeModels } from '#models';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { spendOf } from './spend.read-model.ts';

/** Cost of model calls by org, model, task, tier or day. */
@Controller('admin/spend')
export class SpendController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'environment'>) {}

  @Get()
  async report(@ScopedQuery(spendQuery) { scope, ...query }: Scoped<SpendQuery>) {
    return spendOf(scope, query, freeModels(this.config.environment));
  }
}
