import type { Tool } from '#pack-kit';
import { queryOrgData } from './query-org-data.tool.ts';
import { readFile } from './read-file.tool.ts';
import { requestFeature } from './request-feature.tool.ts';
import { retrieveContext } from './retrieve-context.tool.ts';
import { storeInsight } from './store-insight.tool.ts';
import { toolSearch } from './tool-search.tool.ts';
import { writeFile } from './write-file.tool.ts';

export { TOOL_SEARCH, type ToolSearchResult } from './tool-search.tool.ts';
export { featureCategories } from './request-feature.tool.ts';

/** The platform's own tools, which belong to no pack. */
export const platformTools: Tool[] = [
  retrieveContext,
  storeInsight,
  toolSearch,
  queryOrgData,
  requestFeature,
  readFile,
  writeFile,
];
