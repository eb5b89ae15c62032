import type { DynamicModule } from '@nestjs/common';
import { createClock, createSteeredClock, type Clock } from './clock.ts';
import type { Config } from './config.ts';

/** Injection tokens; `Config` and `Clock` are interfaces and leave nothing at run time. */
export const CONFIG = Symbol('Config');
export const CLOCK = Symbol('Clock');

/** Gives every module the configuration and the clock of this process. Commands that run no app do not load Nest for it. */
export class ConfigModule {
  static forRoot(config: Config, clock: Clock = clockOf(config)): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
      ],
      exports: [CONFIG, CLOCK],
    };
  }
}

function clockOf(config: Config): Clock {
  const startAt = config.environment.CLOCK_AT;
  return startAt ? createSteeredClock(new Date(startAt)) : createClock();
}
