import { consoleAgents, type ConsoleAgents } from '#contracts/console';
import { agentsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';

export function useAgents(org: string | undefined): ConsoleAgents['items'] {
  const { data } = useAnswer(agentsRequest(org), consoleAgents);
  return data?.items ?? [];
}
