import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ConfigModule, type Config } from '#config';
import { DatabaseModule } from '#database';
import { IdentityModule } from '#identity';
import { HealthController } from './health/health.controller.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { validationPipe } from './http/validation.pipe.ts';
import { OrgsController } from './orgs/orgs.controller.ts';
import { OrgScopes } from './session/org-scope.ts';
import { SessionAudit } from './session/session-audit.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionGuard } from './session/session.guard.ts';
import { SessionReadModel } from './session/session.read-model.ts';
import { SpanDetailReadModel } from './traces/span-detail.read-model.ts';
import { TraceViewReadModel } from './traces/trace-view.read-model.ts';
import { TracesController } from './traces/traces.controller.ts';
import { TurnDetailReadModel } from './turns/turn-detail.read-model.ts';
import { TurnListReadModel } from './turns/turn-list.read-model.ts';
import { TurnsController } from './turns/turns.controller.ts';

/** The console's server. */
@Module({})
export class AdminModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AdminModule,
      imports: [ConfigModule.forRoot(config), DatabaseModule, IdentityModule],
      controllers: [SessionController, OrgsController, TurnsController, TracesController, HealthController],
      providers: [
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
        OrgScopes,
        SessionAudit,
        SessionReadModel,
        TurnListReadModel,
        TurnDetailReadModel,
        TraceViewReadModel,
        SpanDetailReadModel,
      ],
    };
  }
}
