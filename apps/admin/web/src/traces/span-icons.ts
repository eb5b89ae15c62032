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

/** Kinds of spans are told apart by their sign, not by colour: colour is for status and the critical path. */
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
