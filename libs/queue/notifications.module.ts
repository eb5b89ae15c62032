import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { ChangeRevision } from './changes/change-revision.entity.ts';
import { Changes } from './changes/changes.ts';
import type { NotificationBus } from './notifications/notification-bus.ts';
import { PolledNotificationBus } from './notifications/polled-notification-bus.ts';
import { PostgresNotificationBus } from './notifications/postgres-notification-bus.ts';
import { PushedTurnNotifications } from './notifications/pushed-turn-notifications.ts';
import { RedisNotificationBus } from './notifications/redis-notification-bus.ts';
import type { TurnNotifications } from './notifications/turn-notifications.ts';

const NOTIFICATION_BUS = Symbol('NotificationBus');
export const TURN_NOTIFICATIONS = Symbol('TurnNotifications');

function openNotificationBus(config: Config, database: Database): NotificationBus {
  if (config.queue.kind === 'redis') return new RedisNotificationBus(config.queue.url, config.queue.prefix);
  return config.database.kind === 'embedded'
    ? new PolledNotificationBus(database)
    : new PostgresNotificationBus(config.database.url);
}

/** Messages between processes other than jobs: turn notifications, and changes that every process must load. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ChangeRevision])],
  providers: [
    { provide: NOTIFICATION_BUS, inject: [CONFIG, Database], useFactory: openNotificationBus },
    {
      provide: TURN_NOTIFICATIONS,
      inject: [NOTIFICATION_BUS],
      useFactory: (bus: NotificationBus) => new PushedTurnNotifications(bus),
    },
    {
      provide: Changes,
      inject: [Database, NOTIFICATION_BUS, PinoLogger],
      useFactory: (database: Database, bus: NotificationBus, logger: PinoLogger) =>
        new Changes(database, bus, logger),
    },
  ],
  exports: [TURN_NOTIFICATIONS, Changes],
})
export class NotificationsModule implements OnApplicationShutdown {
  constructor(
    @Inject(NOTIFICATION_BUS) private readonly bus: NotificationBus,
    @Inject(TURN_NOTIFICATIONS) private readonly turnNotifications: TurnNotifications,
    private readonly changes: Changes,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.changes.close();
    await this.turnNotifications.close();
    await this.bus.close();
  }
}
