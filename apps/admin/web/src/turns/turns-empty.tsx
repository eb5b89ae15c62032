import { IconMessage } from '@tabler/icons-react';
import { CodeHint } from '../ui/code-hint.tsx';
import { EmptyState, FilteredOut } from '../ui/notice.tsx';

const API_PORT = 3000;

function curlHint(): string {
  const api = `${window.location.protocol}//${window.location.hostname}:${API_PORT}`;
  return [
    `curl -X POST ${api}/v1/messages \\`,
    `  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \\`,
    `  -d '{"contact":"me","channel":"chat","text":"Find 2 bedroom apartments in Paphos under 200k near the sea"}'`,
  ].join('\n');
}

export function NoTurns({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (narrowed) {
    return (
      <FilteredOut title="No turn matches these filters" onClear={onClear}>
        Search by words of the message, by contact, or by the full id of a turn, conversation or trace.
      </FilteredOut>
    );
  }
  return (
    <EmptyState icon={IconMessage} title="No turn yet">
      <p>
        Send a message with an API key of the org and its turn appears here. npm start prints the key of the
        demo.
      </p>
      <CodeHint code={curlHint()} label="Send a message" />
    </EmptyState>
  );
}
