import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { MenuCheck } from '../overlay/menu-items.ts';
import { Menu } from '../overlay/menu.tsx';
import { readHiddenColumns, writeHiddenColumns } from '../list/hidden-columns.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from './table-types.ts';

interface ShownColumns<Row> {
  /** The visible columns. */
  columns: readonly Column<Row>[];
  menu: React.ReactNode;
}

/**
 * The columns that the reader has chosen to see, and the menu to choose them. The column that links to the record stays.
 * @param table the table's name, under which the browser stores the choice
 */
export function useShownColumns<Row>(table: string, all: readonly Column<Row>[]): ShownColumns<Row> {
  const [hidden, setHidden] = useState(() => readHiddenColumns(window.localStorage, table));
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
    setHidden(next);
    writeHiddenColumns(window.localStorage, table, next);
  };
  const optional = all.filter(({ isLink }) => !isLink);
  return {
    columns: all.filter(({ key, isLink }) => isLink || !hidden.includes(key)),
    menu: (
      <Menu
        renderButton={(props) => (
          <Button variant="default" leftSection={<IconColumns3 aria-hidden size={18} />} {...props}>
            {tableTexts.columns}
          </Button>
        )}
      >
        {optional.map(({ key, header }) => (
          <MenuCheck key={key} checked={!hidden.includes(key)} onSelect={() => toggle(key)}>
            {header}
          </MenuCheck>
        ))}
      </Menu>
    ),
  };
}
