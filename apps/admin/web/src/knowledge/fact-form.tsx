import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { knowledgeTopics, MAX_FACT_CHARACTERS, type KnowledgeFactText } from '#contracts';
import { useChange } from '../api/use-change.ts';
import { topicOptions } from './fact-labels.ts';
import classes from '../memory/memory.module.css';
import { FormFields, TextAreaField, TextField } from '../ui/form-fields.tsx';
import { submits } from '../ui/forms.ts';

interface FactFormProps {
  fact: KnowledgeFactText;
  /** The request that stores the fact. */
  save: { method: 'POST' | 'PUT'; path: string; query: { org: string | undefined } };
  onDone: () => void;
  onCancel?: () => void;
}

export function FactForm({ fact, save, onDone, onCancel }: FactFormProps) {
  const [topic, setTopic] = useState(fact.topic);
  const [title, setTitle] = useState(fact.title);
  const [text, setText] = useState(fact.text);
  const [source, setSource] = useState(fact.source ?? '');
  const stored = useChange({
    request: () => ({
      ...save,
      body: { topic, title: title.trim(), text: text.trim(), source: source.trim() || null },
    }),
    invalidates: ['knowledge'],
    done: () => 'Saved. Agents know it from their next turn on',
    onSuccess: onDone,
    showsError: true,
  });
  return (
    <form className={classes.form} onSubmit={submits(stored.mutate)}>
      <FormFields error={stored.error}>
        <div className={classes.row}>
          <TextField
            name="title"
            label="Title"
            placeholder="Opening hours, or a question"
            required
            maxLength={120}
            data-autofocus
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            label="Topic"
            data={topicOptions}
            allowDeselect={false}
            value={topic}
            onChange={(next) => setTopic(knowledgeTopics.find((one) => one === next) ?? topic)}
          />
        </div>
        <TextAreaField
          name="text"
          label="Text"
          description="As agents should say it. If the facts do not all fit into the prompt, agents get only the parts of long texts that a message needs"
          required
          autosize
          minRows={4}
          maxRows={14}
          maxLength={MAX_FACT_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextField
          name="source"
          label="Source"
          description="Optional, such as the address of a page. Agents name it"
          maxLength={300}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
      </FormFields>
      <Group gap={8}>
        <Button type="submit" loading={stored.isPending} disabled={!title.trim() || !text.trim()}>
          Save
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  );
}
