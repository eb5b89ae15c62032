import { defineDataset, type Dataset } from '#pack-kit';

const KINDS = {
  context: [],
  mvp: [],
  prd: [],
  bom: ['parts list'],
  code: ['firmware'],
  wiring: [],
  budget: [],
  conversation_summary: ['summary'],
};

const projects = defineDataset({
  name: 'projects',
  synonyms: ['project', 'projects', 'مشروع', 'مشاريع'],
  description: 'Projects of makers; each is one conversation.',
  role: 'staff',
  source: 'conversations',
  where: "d.pack = 'ohm'",
  fields: {
    id: { type: 'text', column: 'id::text' },
    contactId: { type: 'text', synonyms: ['maker', 'contact', 'صانع'] },
    agent: { type: 'text', synonyms: ['agent', 'وكيل'] },
    messageCount: { type: 'number', synonyms: ['message', 'messages', 'رسائل'] },
    createdAt: { type: 'datetime', synonyms: ['date', 'تاريخ'] },
    lastMessageAt: { type: 'datetime', synonyms: ['last message', 'آخر رسالة'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['id', 'contactId', 'messageCount', 'lastMessageAt'],
    orderBy: { field: 'lastMessageAt', direction: 'desc' },
  },
});

const artifacts = defineDataset({
  name: 'artifacts',
  synonyms: ['artifact', 'artifacts', 'project document', 'مستندات المشاريع'],
  description: 'Documents of projects with their current versions.',
  role: 'staff',
  source: 'artifacts',
  fields: {
    id: { type: 'text', column: 'id::text' },
    projectId: { type: 'text', column: 'conversation_id::text' },
    kind: { type: 'text', values: KINDS, synonyms: ['kind', 'type', 'نوع'] },
    title: { type: 'text' },
    version: { type: 'number', column: 'current_version', synonyms: ['version', 'نسخة'] },
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime', synonyms: ['date', 'تاريخ'] },
  },
  time: 'updatedAt',
  defaults: { fields: ['projectId', 'kind', 'version', 'updatedAt'] },
});

const artifactVersions = defineDataset({
  name: 'artifact_versions',
  synonyms: ['artifact version', 'artifact versions', 'document version', 'نسخ المستندات'],
  description:
    'Versions of the documents of projects: who wrote them and how large they are, without their contents.',
  role: 'staff',
  source: `(SELECT v.org_id, v.artifact_id, v.conversation_id, a.kind, v.version, v.strategy, v.created_by_kind, v.agent,
                   v.bytes, v.created_at
              FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
             WHERE v.org_id = $1)`,
  fields: {
    artifactId: { type: 'text', column: 'artifact_id::text' },
    projectId: { type: 'text', column: 'conversation_id::text' },
    kind: { type: 'text', values: KINDS, synonyms: ['kind', 'type', 'نوع'] },
    version: { type: 'number', synonyms: ['version', 'نسخة'] },
    strategy: { type: 'text', synonyms: ['strategy'] },
    author: { type: 'text', column: 'created_by_kind', synonyms: ['author', 'كاتب'] },
    agent: { type: 'text', synonyms: ['agent', 'وكيل'] },
    bytes: { type: 'number', synonyms: ['size', 'حجم'] },
    createdAt: { type: 'datetime', synonyms: ['date', 'تاريخ'] },
  },
  time: 'createdAt',
  defaults: { fields: ['kind', 'version', 'agent', 'createdAt'] },
});

const deprecatedToolUsage = defineDataset({
  name: 'deprecated_tool_usage',
  synonyms: ['deprecated tool', 'deprecated tools', 'deprecated call', 'الأدوات القديمة'],
  description: 'Calls of the tools that write_file replaces.',
  role: 'admin',
  source: 'tool_calls',
  where: `d.tool IN ('update_context', 'update_mvp', 'update_prd', 'update_bom', 'update_wiring', 'update_budget')`,
  fields: {
    id: { type: 'text', column: 'id::text' },
    tool: { type: 'text', synonyms: ['tool', 'tool name', 'أداة'] },
    projectId: { type: 'text', column: 'conversation_id::text' },
    success: { type: 'boolean', synonyms: ['success'] },
    channel: { type: 'text', synonyms: ['channel', 'قناة'] },
    createdAt: { type: 'datetime', synonyms: ['date', 'تاريخ'] },
  },
  time: 'createdAt',
  defaults: { fields: ['tool', 'projectId', 'createdAt'] },
});

/** Records of this pack that `query_org_data` can query. */
export const datasets: readonly Dataset[] = [projects, artifacts, artifactVersions, deprecatedToolUsage];
