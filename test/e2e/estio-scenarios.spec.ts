import { scenarios } from '../../packs/estio/scenarios/index.ts';
import { describeScenarios } from '../scenarios/describe-scenarios.fixture.ts';

describeScenarios(scenarios);
