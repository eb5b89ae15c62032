import { everyTool, type ToolCaller } from '#tools';
import { toolCaller, type CallerPorts, type CallerRequest } from '../callers/tool-caller.ts';

type Needed = 'org' | 'packs' | 'agent' | 'caller';

/** A caller outside of turns on the channel `mcp`, without approvals and tasks. */
export function outsideCaller(
  ports: CallerPorts,
  request: Pick<CallerRequest, Needed> & Partial<CallerRequest>,
): ToolCaller {
  return toolCaller(ports, {
    settings: { get: () => undefined } as never,
    timezone: 'UTC',
    messageText: '',
    language: 'en',
    channelName: 'mcp',
    voice: false,
    conversationTools: everyTool,
    approvals: undefined as never,
    tasks: undefined as never,
    ...request,
  });
}
