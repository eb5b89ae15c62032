import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { change, withQuery } from './client.ts';
import { queryClient } from './query-client.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface ChangeRequest {
  method: Method;
  path: string;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

export interface ChangeOptions<Input> {
  request: (input: Input) => ChangeRequest;
  /** First parts of the query keys that are refetched afterwards. */
  invalidates: readonly string[];
  /** Notification after success, such as "3 jobs retried"; none if absent. */
  done?: (input: Input, answer: unknown) => string;
  onSuccess?: (answer: unknown, input: Input) => void;
  /** The caller shows the error, for example in a dialog; otherwise a notification does. */
  showsError?: boolean;
}

/** A change: sends it once, refetches affected queries and reports the outcome. */
export function useChange<Input = void>(options: ChangeOptions<Input>) {
  return useMutation({
    mutationFn: (input: Input) => {
      const { method, path, query, body } = options.request(input);
      return change(method, withQuery(path, query ?? {}), body);
    },
    onSuccess: async (answer, input) => {
      await Promise.all(options.invalidates.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      const message = options.done?.(input, answer);
      if (message) notifications.show({ message, color: 'gray' });
      options.onSuccess?.(answer, input);
    },
    onError: (error) => {
      if (!options.showsError)
        notifications.show({ title: 'Request failed', message: error.message, color: 'red' });
    },
  });
}
