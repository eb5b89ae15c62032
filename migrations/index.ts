import type { MigrationInterface } from 'typeorm';
import { Identity1763600000001 } from './1763600000001-identity.ts';
import { Turns1763600000002 } from './1763600000002-turns.ts';
import { Spans1763600000003 } from './1763600000003-spans.ts';
import { Insights1763600000004 } from './1763600000004-insights.ts';
import { Estio1763600000005 } from './1763600000005-estio.ts';
import { Tools1763600000006 } from './1763600000006-tools.ts';
import { Changes1763600000007 } from './1763600000007-changes.ts';
import { Executor1763600000011 } from './1763600000011-executor.ts';
import { ToolMetadata1763600000012 } from './1763600000012-tool-metadata.ts';
import { Refusals1763600000016 } from './1763600000016-refusals.ts';
import { Requests1763600000013 } from './1763600000013-requests.ts';
import { FollowUps1763600000009 } from './1763600000009-follow-ups.ts';
import { ToolDefinitionTexts1763600000112 } from './1763600000112-tool-definition-texts.ts';
import { Admission1763600000017 } from './1763600000017-admission.ts';
import { Files1763600000014 } from './1763600000014-files.ts';
import { FeedbackAndSharedContext1763600000015 } from './1763600000015-feedback-and-shared-context.ts';
import { Flags1763600000008 } from './1763600000008-flags.ts';
import { Mcp1763600000021 } from './1763600000021-mcp.ts';
import { Approvals1763600000018 } from './1763600000018-approvals.ts';
import { Outbound1763600000010 } from './1763600000010-outbound.ts';
import { Broker1763600000019 } from './1763600000019-broker.ts';
import { ProviderKeys1763600000022 } from './1763600000022-provider-keys.ts';
import { Budgets1763600000023 } from './1763600000023-budgets.ts';
import { Rankers1763600000020 } from './1763600000020-rankers.ts';
import { ContactErasure1763600000024 } from './1763600000024-contact-erasure.ts';

/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => MigrationInterface)[] = [
  Identity1763600000001,
  Turns1763600000002,
  Spans1763600000003,
  Insights1763600000004,
  Estio1763600000005,
  Tools1763600000006,
  Changes1763600000007,
  Executor1763600000011,
  ToolMetadata1763600000012,
  Refusals1763600000016,
  Requests1763600000013,
  FollowUps1763600000009,
  ToolDefinitionTexts1763600000112,
  Admission1763600000017,
  Files1763600000014,
  FeedbackAndSharedContext1763600000015,
  Flags1763600000008,
  Approvals1763600000018,
  Outbound1763600000010,
  Broker1763600000019,
  ProviderKeys1763600000022,
  Mcp1763600000021,
  Budgets1763600000023,
  Rankers1763600000020,
  ContactErasure1763600000024,
];
