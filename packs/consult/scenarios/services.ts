import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScenarioService } from '#pack-kit';

type Answer = { status?: number; type?: string; body: string };

async function serve(answer: (url: URL) => Answer): Promise<ScenarioService> {
  const server: Server = createServer((request, response) => {
    const {
      status = 200,
      type = 'application/json',
      body,
    } = answer(new URL(request.url ?? '/', 'http://local'));
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hit = (title: string, url: string, content: string) => ({ title, url, content });

/** Results of the search server, by words of the query. */
const KNOWN: [RegExp, ReturnType<typeof hit>[]][] = [
  [/weather/i, [hit('Oslo weather', 'https://weather.example/oslo', 'Now 4.5 °C with light rain.')]],
  [/stock/i, [hit('NVDA quote', 'https://quotes.example/nvda', 'NVDA closed at $123.40 on Friday.')]],
  [/directory/i, [hit('Nordic Pay - Fintech in Tallinn', 'https://pay.example', 'Payments.')]],
  [/hiring/i, [hit('Gamma Retail is hiring AI engineers', 'https://news.example/3', '')]],
  [/press release/i, [hit('Delta Mart announces an AI pilot', 'https://news.example/4', '')]],
  [
    /launch/i,
    [
      hit('Alpha Stores launches an assistant', 'https://news.example/1', ''),
      hit('Beta Shop launches search', 'https://news.example/2', ''),
    ],
  ],
  [
    /rules|أخبار/i,
    [hit('Rules for small firms', 'https://law.example/act', 'Small firms have lighter duties.')],
  ],
];

/** A search server with the protocol of SearXNG. It rejects each query `failures` times before it answers. */
export function searchServer({ failures = 0 } = {}): () => Promise<ScenarioService> {
  return () => {
    const asked = new Map<string, number>();
    return serve(({ pathname, searchParams }) => {
      const query = searchParams.get('q') ?? '';
      const times = (asked.get(query) ?? 0) + 1;
      asked.set(query, times);
      if (pathname !== '/search' || searchParams.get('format') !== 'json') return { status: 404, body: '{}' };
      if (times <= failures) return { status: 503, body: '{}' };
      const results = KNOWN.find(([words]) => words.test(query))?.[1] ?? [];
      return { body: JSON.stringify({ query, results, answers: [] }) };
    });
  };
}

/** A WordPress site without a chat. */
export const wordpressSite = () =>
  serve(() => ({
    type: 'text/html; charset=utf-8',
    body: '<html><head><title>Delta Prints</title><link rel="stylesheet" href="/wp-content/themes/x.css"></head><body><form><input type="email"></form></body></html>',
  }));
