import { scenarios } from '../../packs/estio/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

// P4 checks a tool that is offered only after a tool search.
describeScenarios(scenarios, ['P4']);
