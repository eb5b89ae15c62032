import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

interface ColumnChooserProps {
  columns: readonly { id: string; name: string; tooWide: boolean }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Chooses the columns of a list. At least one stays. */
export function ColumnChooser({ columns, hidden, onChange }: ColumnChooserProps) {
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon size={22} aria-label="Choose columns" title="Choose columns">
          <IconColumns3 size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {columns.map(({ id, name, tooWide }) => {
          const isShown = !hidden.includes(id);
          return (
            <Menu.CheckboxItem
              key={id}
              checked={isShown}
              disabled={isShown && shown.length === 1}
              rightSection={tooWide && isShown ? <span className="muted">needs more width</span> : undefined}
              onChange={() => toggle(id)}
            >
              {name}
            </Menu.CheckboxItem>
          );
        })}
        {hidden.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange([])}>Show all</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
