import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { drawerLists, type DrawerList } from '#contracts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { WrittenText } from '../ui/written-text.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import classes from './conversations.module.css';

/** Longer lists get a search field. */
const FEW_ITEMS = 12;

/** Lists that the pack computes from the current artifacts, such as parts with their catalogue data. */
export function PanelLists({ conversationId, panel }: { conversationId: string; panel: string }) {
  const lists = useAnswer(
    { key: 'panel-lists', path: `/admin/conversations/${conversationId}/drawers/${panel}` },
    drawerLists,
    { pollMs: POLL_INTERVAL_MS },
  );
  if (!lists.data) return <NoAnswer to={lists} what="The panel" />;
  return lists.data.lists.map((list) => <OneList key={list.title} list={list} />);
}

function OneList({ list: { title, about, items } }: { list: DrawerList }) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = items.filter(({ id, title: name, facts }) =>
    [id, name, ...facts].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <section aria-label={title} className={classes.list}>
      <h3 className={classes.title}>{title}</h3>
      <p className="muted">{about}</p>
      {items.length > FEW_ITEMS && (
        <TextInput
          type="search"
          aria-label={`Find in ${title}`}
          placeholder="Name or fact"
          leftSection={<IconSearch size={14} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <ul className={classes.items}>
        {shown.map(({ id, title: name, note, facts, mark }) => (
          <li key={id} data-marked={mark !== null || undefined}>
            <span className={classes.itemHead}>
              <WrittenText text={name} className={classes.itemName} />
              {mark && <span className={classes.mark}>{mark}</span>}
              {note && <span className="figures">{note}</span>}
            </span>
            <WrittenText text={facts.join(' · ')} className="muted" />
          </li>
        ))}
      </ul>
      {items.length > 0 && shown.length === 0 && <p className="muted">No match.</p>}
    </section>
  );
}
