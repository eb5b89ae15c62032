import {
  IconArrowFork,
  IconBook2,
  IconBrain,
  IconChecks,
  IconCircleDot,
  IconCode,
  IconDatabaseImport,
  IconFilter,
  IconFlag,
  IconHourglassEmpty,
  IconMessageBolt,
  IconPlayerPlay,
  IconRoute,
  IconShieldCheck,
  IconTool,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';

/** Icons distinguish kinds of spans; colour is reserved for status and the critical path. */
const ICONS: Record<string, Icon> = {
  http: IconWorld,
  queue: IconHourglassEmpty,
  turn: IconMessageBolt,
  load: IconDatabaseImport,
  intent: IconFlag,
  context: IconBook2,
  scope: IconFilter,
  broker: IconArrowFork,
  route: IconRoute,
  model: IconBrain,
  tool: IconTool,
  program: IconCode,
  policy: IconShieldCheck,
  settle: IconChecks,
  job: IconPlayerPlay,
};

export function spanIcon(kind: string): Icon {
  return ICONS[kind] ?? IconCircleDot;
}
