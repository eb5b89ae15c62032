import { scenarios } from '../../packs/estio/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

// P4 looks at a tool that is offered only once it was searched for.
describeScenarios(scenarios, ['P4']);
