import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { missExampleAnswer, type BrokerMiss } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { ToolLink } from '../ui/entity-links.tsx';
import { Facts } from '../ui/facts.tsx';
import { Peek } from '../ui/peek.tsx';
import { WrittenLines } from '../ui/written-text.tsx';
import { MissReason } from './miss-reason.tsx';
import classes from './broker.module.css';
import { FormFields, TextAreaField } from '../ui/form-fields.tsx';
import { submits } from '../ui/forms.ts';

const MAX_EXAMPLE_CHARACTERS = 500;

export function MissPeek({ miss }: { miss: BrokerMiss }) {
  const may = usePermissions();
  return (
    <Peek
      label="Miss"
      title="Miss"
      actions={
        <LinkButton size="compact-xs" to="/turns/$turnId" params={{ turnId: miss.turnId }} search={{}}>
          Open the turn
        </LinkButton>
      }
    >
      {miss.message === null ? (
        <p className="muted">Your role cannot read messages.</p>
      ) : (
        <blockquote className={classes.quote}>
          <WrittenLines text={miss.message} />
        </blockquote>
      )}
      <Facts
        facts={{
          Org: miss.org.name,
          Agent: miss.agent,
          Mode: miss.mode,
          'Found with tool_search': miss.foundBySearch.join(', '),
          Turn: <CopyId id={miss.turnId} of="turn" />,
        }}
      />
      <h3 className="heading">Called, not chosen</h3>
      {miss.missed.map((tool) => (
        <MissReason key={tool} turnId={miss.turnId} tool={tool} org={miss.org.slug} />
      ))}
      <h3 className="heading">How the broker ranked the tools</h3>
      <ol className={classes.ranking}>
        {miss.ranking.map((tool) => (
          <li key={tool}>
            <ToolLink name={tool} org={miss.org.slug} />
            {miss.missed.includes(tool) && <span className="muted"> · called, not chosen</span>}
          </li>
        ))}
      </ol>
      {may.admin && <ExampleForm miss={miss} />}
    </Peek>
  );
}

/** Adds the message as an example of the tool, so that similar messages find it. */
function ExampleForm({ miss }: { miss: BrokerMiss }) {
  const [tool, setTool] = useState(miss.missed[0] ?? '');
  const [text, setText] = useState(miss.message ?? '');
  /** Examples that were added, after each of which the text counts as saved. */
  const [added, setAdded] = useState(0);
  const take = useChange({
    request: () => ({
      method: 'POST',
      path: `/admin/broker/misses/${miss.turnId}/example`,
      body: { tool, ...(text === miss.message ? {} : { text }) },
    }),
    invalidates: ['misses', 'tools', 'tool', 'explanation'],
    done: (_, answer) => {
      const { tool: name, version } = missExampleAnswer.parse(answer);
      setAdded((before) => before + 1);
      return `Example added to ${name}: version ${version} of the override of ${miss.org.name}`;
    },
    showsError: true,
  });
  return (
    <form className={classes.form} onSubmit={submits(take.mutate)}>
      <FormFields key={added} error={take.error}>
        <h3 className="heading">Add as an example</h3>
        <p className="muted">
          Similar messages will then rank the tool higher in {miss.org.name}. Remove names and numbers that
          identify the author.
        </p>
        {miss.missed.length > 1 && (
          <Select label="Tool" data={miss.missed} value={tool} onChange={(next) => setTool(next ?? tool)} />
        )}
        <TextAreaField
          name="text"
          label="Example"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_EXAMPLE_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FormFields>
      <Button type="submit" loading={take.isPending} disabled={text.trim() === ''}>
        Add as an example of {tool}
      </Button>
    </form>
  );
}
