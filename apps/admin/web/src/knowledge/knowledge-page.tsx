import { Button, Modal } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';
import { knowledgeTopics } from '#contracts';
import { consoleKnowledge, MAX_QUESTION_CHARACTERS, type ConsoleFact } from '#contracts/console';
import { wholeList } from '../api/keyset-list.ts';
import { knowledgeRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { column, momentColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ClearFilters } from '../ui/filters.tsx';
import { ListView } from '../ui/list-view.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { EmptyState } from '../ui/notice.tsx';
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
    <span className="muted">
      <WrittenText text={text} />
    </span>
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
  const { items, promptTokens } = query.data ?? {};
  const shown = items?.filter(({ topic }) => search.topic === undefined || topic === search.topic);
  const narrowed = search.q !== undefined || search.topic !== undefined;
  return (
    <Page
      title="Knowledge"
      status={
        promptTokens && (
          <span
            className="muted"
            title="Short facts are part of every prompt, in the order of this list, up to the limit"
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
              maxLength={MAX_QUESTION_CHARACTERS}
            />
            <PageFilter name="topic" label="Topic" options={topicOptions} />
            <ClearFilters shown={narrowed} onClear={clear} />
            {may.admin && <Button onClick={() => setAdding(true)}>Add a fact</Button>}
          </>
        )
      }
    >
      {picked ? (
        <ListView
          label="Facts"
          list={wholeList({ ...query, data: shown })}
          columns={columns}
          narrowed={narrowed}
          renderCard={(fact) => (
            <RowCard
              title={fact.title}
              state={<Use fact={fact} />}
              note={`${TOPICS[fact.topic]} · ${fact.text}`}
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
      ) : (
        <PickAnOrg>Knowledge belongs to one org.</PickAnOrg>
      )}
      <Modal opened={adding} onClose={() => setAdding(false)} title="Add a fact" size={560}>
        <FactForm
          fact={{ topic: knowledgeTopics[0], title: '', text: '', source: null }}
          save={{ method: 'POST', path: '/admin/knowledge', query: { org } }}
          onDone={() => setAdding(false)}
        />
      </Modal>
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
