import { definePack } from '#pack-kit';
import { agents, FALLBACK_AGENT } from './agents/agents.ts';
import { artifactKinds } from './schema/artifacts/index.ts';
import { CHOOSE_AGENT, chooseAgent } from './agents/choose-agent.ts';
import { datasets } from './schema/datasets.ts';
import { drawers } from './schema/drawers.ts';
import { nextBuildStep } from './prompts/next-build-step.prompt.ts';
import { unsupportedClaims } from './policies/unsupported-claims.ts';
import { demoOrg } from './seeds/demo-org.ts';
import { seedOhm } from './seeds/seed.ts';
import { summarize, summary } from './prompts/summary.task.ts';
import { addCodeFile } from './tools/add-code-file.tool.ts';
import { openBomDrawer } from './tools/open-bom-drawer.tool.ts';
import { openBudgetDrawer } from './tools/open-budget-drawer.tool.ts';
import { openCodeDrawer } from './tools/open-code-drawer.tool.ts';
import { openContextDrawer } from './tools/open-context-drawer.tool.ts';
import { openWiringDrawer } from './tools/open-wiring-drawer.tool.ts';
import { updateBom } from './tools/update-bom.tool.ts';
import { updateBudget } from './tools/update-budget.tool.ts';
import { updateContext } from './tools/update-context.tool.ts';
import { updateMvp } from './tools/update-mvp.tool.ts';
import { updatePrd } from './tools/update-prd.tool.ts';
import { updateWiring } from './tools/update-wiring.tool.ts';

/** Hardware mentor: from an idea to parts, wiring, code and budget, with one project memory for all agents. */
export const ohm = definePack({
  name: 'ohm',
  title: 'Hardware Mentor',
  loading: 'broker',
  agents,
  policies: [unsupportedClaims],
  languages: ['en', 'ar'],
  fallbackAgent: FALLBACK_AGENT,
  agentChoice: CHOOSE_AGENT,
  tools: [
    openContextDrawer,
    openBomDrawer,
    openCodeDrawer,
    openWiringDrawer,
    openBudgetDrawer,
    updateContext,
    updateMvp,
    updatePrd,
    updateBom,
    updateWiring,
    updateBudget,
    addCodeFile,
  ],
  tasks: [chooseAgent, summarize],
  taskTiers: {
    hardware_chat: 'standard',
    project_setup: 'standard',
    bom_generation: 'standard',
    code_generation: 'premium',
    wiring_design: 'standard',
    budget_optimization: 'standard',
    circuit_verification: 'premium',
    datasheet_analysis: 'standard',
  },
  summary,
  artifacts: artifactKinds,
  drawers: [...drawers],
  prompts: [nextBuildStep],
  datasets,
  demo: demoOrg,
  seed: seedOhm,
});
