import { describeLanguageModel } from '../models/testing/language-model.contract.ts';
import { OfflineModel } from './offline.model.ts';

const model = new OfflineModel();

describeLanguageModel('the offline model', () => ({ model, id: 'offline-standard' }));
