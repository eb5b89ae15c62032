import { consoleAgents, type ConsoleAgents } from '#contracts/console';
import { agentsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';

/** The agents of an org, or of every pack if no org is picked. */
export function useAgents(org: string | undefined): ConsoleAgents['items'] {
  const { data } = useAnswer(agentsRequest(org), consoleAgents);
  return data?.items ?? [];
}
