import { Button } from '@mantine/core';
import type { SavedList } from '@callpoint/contract/saved-filters';
import { IconBookmark, IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from '../../links/location.ts';
import { changeQuery } from '../../links/navigation.ts';
import { api } from '../../net/api.ts';
import { MenuDivider, MenuItem } from '../../overlay/menu-items.ts';
import { Menu } from '../../overlay/menu.tsx';
import { lazyPart } from '../../states/lazy-part.tsx';
import { useSignedIn } from '../../session/session.ts';
import { alerts } from '../../states/alerts.ts';
import { tableTexts } from '../../texts/table.ts';

const SavedFiltersDialog = lazyPart(
  async () => (await import('./saved-filters-dialog.tsx')).SavedFiltersDialog,
);

const ICON = { 'aria-hidden': true, size: 18 } as const;

interface SavedFiltersProps {
  list: SavedList;
  /** Further parameters of the address that are not saved: the position in the list. */
  without?: readonly string[];
}

/** The reader's named filters of a list: choose, save, rename and delete. They are stored on the server. */
export function SavedFilters({ list, without = [] }: SavedFiltersProps) {
  const address = useSearch();
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const base = useSignedIn().role === 'admin' ? '/api/v1' : '/tapi/v1';
  const saved = useQuery({
    queryKey: ['saved-filters', base, list],
    queryFn: async ({ signal }) => (await api.get(`${base}/savedFilters`, { query: { list }, signal })).items,
    // Not a part of the first view.
    enabled: false,
  });
  const filters = saved.data ?? [];
  const current = new URLSearchParams(address);
  for (const name of ['page', 'per_page', ...without]) current.delete(name);
  /** The menu opens with its filters, so that none appears under the pointer. */
  const open = async (show: () => void) => {
    await saved.refetch({ cancelRefetch: false });
    show();
  };
  const startSaving = () => {
    if (current.size === 0) alerts.info(tableTexts.noFilterSet);
    else setDialog('save');
  };
  return (
    <>
      <Menu
        renderButton={(props) => (
          <Button
            variant="default"
            leftSection={<IconBookmark {...ICON} />}
            {...props}
            aria-busy={saved.isFetching}
            onClick={() => (props['aria-expanded'] ? props.onClick() : void open(props.onClick))}
          >
            {tableTexts.savedFilters}
          </Button>
        )}
      >
        {filters.map(({ name, query }) => (
          <MenuItem
            key={name}
            onSelect={() => changeQuery(() => new URLSearchParams(query), { keepScroll: true })}
          >
            {name}
          </MenuItem>
        ))}
        {filters.length > 0 && <MenuDivider />}
        <MenuItem icon={<IconPlus {...ICON} />} onSelect={startSaving}>
          {tableTexts.saveFilter}
        </MenuItem>
        {filters.length > 0 && (
          <MenuItem icon={<IconSettings {...ICON} />} onSelect={() => setDialog('manage')}>
            {tableTexts.manageFilters}
          </MenuItem>
        )}
      </Menu>
      {dialog && (
        <SavedFiltersDialog
          base={base}
          list={list}
          filters={filters}
          query={dialog === 'save' ? current.toString() : null}
          onChange={async () => void (await saved.refetch())}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
