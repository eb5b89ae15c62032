import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { analyticsAnswer, analyticsCatalogue } from '#contracts/console';
import { analyticsRequest, measuresRequest } from '../api/requests.ts';
import { withQuery } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { AnalyticsAnswerView } from './analytics-answer.tsx';
import { AnalyticsBuilder } from './analytics-builder.tsx';
import { queryOf, type AnalyticsSearchName } from './analytics-search.ts';
import { SavedQueries } from './saved-queries.tsx';

/** Figures for analysts. The address holds the query; the answer is shown as chart, table, file and SQL. */
export function AnalyticsPage() {
  const { search, change } = usePageSearch<AnalyticsSearchName>();
  const query = queryOf(search);
  const catalogue = useAnswer(measuresRequest, analyticsCatalogue);
  const answer = useAnswer(analyticsRequest(query), analyticsAnswer);
  const fileOf = (format: 'csv' | 'json') => withQuery('/admin/analytics/download', { ...query, format });
  return (
    <Page
      title="Analytics"
      actions={
        <>
          <SavedQueries org={search.org} query={query} onOpen={change} />
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              href={fileOf(format)}
              download
              variant="default"
              leftSection={<IconDownload size={14} />}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </>
      }
    >
      <AnalyticsBuilder measures={catalogue.data?.items ?? []} query={query} onChange={change} />
      {answer.error || !answer.data ? (
        <NoAnswer to={answer} what="The query" />
      ) : (
        <AnalyticsAnswerView answer={answer.data} org={search.org} />
      )}
    </Page>
  );
}
