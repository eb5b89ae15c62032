import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';
import { knowledgeTopics } from '#contracts';
import { consoleKnowledge, playgroundModels, type ConsoleFact } from '#contracts/console';
import { wholeList } from '../api/keyset-list.ts';
import { knowledgeRequest, playgroundModelsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, momentColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ClearFilters } from '../ui/filters.tsx';
import { FormModal } from '../ui/form-fields.tsx';
import { ListView } from '../ui/list-view.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { OfflineNote } from '../ui/offline-note.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Page } from '../ui/page.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { FactForm } from './fact-form.tsx';
import { TOPICS, topicOptions } from './fact-labels.ts';
import { FactPeek } from './fact-peek.tsx';

const columns: ListColumn<ConsoleFact>[] = [
  column('title', 'Fact', 'minmax(140px, 1.4fr)', ({ title }) => title),
  column('text', 'Text', { track: 'minmax(160px, 3fr)', minListPx: 680 }, ({ text }) => (
    <WrittenText text={text} className="muted" />
  )),
  column('topic', 'Topic', '84px', ({ topic }) => TOPICS[topic]),
  column('use', 'Use', '132px', (fact) => <Use fact={fact} />),
  momentColumn('updated', 'Changed', ({ updatedAt }) => updatedAt),
];

export function KnowledgePage() {
  const { picked, org } = useOneOrg();
  const may = usePermissions();
  const { search, clear } = usePageSearch<'q' | 'topic'>();
  const [adding, setAdding] = useState(false);
  const query = useAnswer(knowledgeRequest(search), consoleKnowledge, { enabled: picked });
  const models = useAnswer(playgroundModelsRequest(search), playgroundModels, { enabled: picked });
  const isOffline = models.data?.items.some(
    ({ provider, obstacle }) => provider === 'offline' && obstacle === null,
  );
  const { items, promptTokens } = query.data ?? {};
  const unasked = items?.filter(({ why }) => search.q !== undefined && why === null) ?? [];
  const shown = items?.filter(
    (fact) => !unasked.includes(fact) && (search.topic === undefined || fact.topic === search.topic),
  );
  const also = `Also in every prompt: ${unasked.map(({ title }) => title).join(', ')}`;
  const end = unasked.length > 0 ? `Matches: ${shown?.length}. ${also}` : undefined;
  const narrowed = search.q !== undefined || search.topic !== undefined;
  return (
    <Page
      title="Knowledge"
      status={
        promptTokens && (
          <span
            className="muted"
            title="All facts are part of every prompt if they fit; otherwise the short ones, in the order of this list, up to the limit"
          >
            {promptTokens.used} of {promptTokens.limit} prompt tokens
          </span>
        )
      }
      actions={
        picked && (
          <>
            <PageSearchField
              label="Find the facts that answer a question"
              placeholder="Ask as a contact would"
            />
            <PageFilter name="topic" label="Topic" options={topicOptions} />
            <ClearFilters shown={narrowed} onClear={clear} />
            {may.admin && <Button onClick={() => setAdding(true)}>Add a fact</Button>}
          </>
        )
      }
    >
      {picked ? (
        <>
          {isOffline && (
            <OfflineNote>The rule-based offline model does not read facts; a real model does.</OfflineNote>
          )}
          <ListView
            label="Facts"
            list={{ ...wholeList({ ...query, data: shown }), end }}
            columns={columns}
            narrowed={narrowed}
            renderCard={(fact) => (
              <RowCard
                title={fact.title}
                state={<Use fact={fact} />}
                note={
                  <>
                    {TOPICS[fact.topic]} · <WrittenText text={fact.text} />
                  </>
                }
              />
            )}
            renderPeek={(fact) => <FactPeek key={`${fact.id}${fact.updatedAt}`} fact={fact} org={org} />}
            empty={
              <EmptyState icon={IconBook2} title="No facts yet">
                {may.admin
                  ? 'Add what the agents may say about the business: offer, fees, hours, policies, frequent questions.'
                  : 'An admin of the org adds what the agents may say about the business.'}
              </EmptyState>
            }
          />
        </>
      ) : (
        <PickAnOrg>Knowledge belongs to one org.</PickAnOrg>
      )}
      <FormModal opened={adding} onClose={() => setAdding(false)} title="Add a fact" size={560}>
        <FactForm
          fact={{ topic: knowledgeTopics[0], title: '', text: '', source: null }}
          save={{ method: 'POST', path: '/admin/knowledge', query: { org } }}
          onDone={() => setAdding(false)}
        />
      </FormModal>
    </Page>
  );
}

function Use({ fact }: { fact: ConsoleFact }) {
  return fact.inPrompt ? (
    <StatusBadge tone="green" label="In every prompt" />
  ) : (
    <StatusBadge tone="gray" label="When asked" title="Found by the words and the meaning of a message" />
  );
}
