import { knowledgeTopics, type KnowledgeTopic } from '#contracts';

export const TOPICS: Record<KnowledgeTopic, string> = {
  offer: 'Offer',
  fees: 'Fees',
  hours: 'Hours',
  policies: 'Policies',
  faq: 'FAQ',
};

export const topicOptions = knowledgeTopics.map((value) => ({ value, label: TOPICS[value] }));
