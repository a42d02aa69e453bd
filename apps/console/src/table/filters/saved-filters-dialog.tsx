import { Button, TextInput } from '@mantine/core';
import type { SavedFilter, SavedList } from '@callpoint/contract/saved-filters';
import { IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api } from '../../net/api.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { alerts } from '../../states/alerts.ts';
import { savedFilterTexts } from '../../texts/saved-filters.ts';
import { tableTexts } from '../../texts/table.ts';
import classes from './saved-filters-dialog.module.css';

/** As in the contract, whose schemas are not loaded here. */
const MAX_NAME = 60;

interface SavedFiltersDialogProps {
  base: '/api/v1' | '/tapi/v1';
  list: SavedList;
  filters: readonly SavedFilter[];
  /** The query to save; null to manage the saved ones. */
  query: string | null;
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** Saves the filters of a list under a name, or renames and deletes saved ones. */
export function SavedFiltersDialog(props: SavedFiltersDialogProps) {
  const { base, list, filters, query, onChange, onClose } = props;
  const [error, setError] = useState<string | null>(null);
  const call = async (change: () => Promise<unknown>) => {
    setError(null);
    try {
      await change();
      await onChange();
      return true;
    } catch (failure) {
      setError(explainFailedAction(failure).join(' '));
      return false;
    }
  };
  const save = (name: string, of: string, replaces?: string) =>
    call(() => api.post(`${base}/saveFilter`, { list, name, query: of, ...(replaces ? { replaces } : {}) }));
  return (
    <Dialog title={query === null ? tableTexts.manageFilters : tableTexts.saveFilter} onClose={onClose}>
      {query === null ? (
        <>
          <ul className={classes['filterList']}>
            {filters.map((filter) => (
              <li key={filter.name}>
                <NameForm
                  label={savedFilterTexts.renameFilter(filter.name)}
                  initial={filter.name}
                  verb={savedFilterTexts.rename}
                  onSave={(name) => save(name, filter.query, filter.name)}
                />
                <Button
                  variant="default"
                  leftSection={<IconTrash aria-hidden size={18} />}
                  aria-label={savedFilterTexts.deleteFilter(filter.name)}
                  onClick={() =>
                    void call(() => api.post(`${base}/deleteFilter`, { list, name: filter.name }))
                  }
                >
                  {tableTexts.deleteVerb}
                </Button>
              </li>
            ))}
          </ul>
          <p role="alert" className={classes['filterError']}>
            {error}
          </p>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {savedFilterTexts.done}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <NameForm
          label={savedFilterTexts.filterName}
          initial=""
          verb={savedFilterTexts.save}
          error={error}
          onCancel={onClose}
          onSave={async (name) => {
            if (!(await save(name, query))) return;
            onClose();
            alerts.success(savedFilterTexts.filterSaved(name));
          }}
        />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  label: string;
  initial: string;
  verb: string;
  error?: string | null;
  onSave: (name: string) => unknown;
  onCancel?: () => void;
}

function NameForm({ label, initial, verb, error = null, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void onSave(name.trim());
  };
  const button = (
    <Button
      type="submit"
      variant={onCancel ? 'filled' : 'default'}
      disabled={name.trim() === '' || name === initial}
    >
      {verb}
    </Button>
  );
  return (
    <form onSubmit={submit} className={classes['filterForm']}>
      <TextInput
        {...(onCancel ? { label, 'data-autofocus': true } : { 'aria-label': label })}
        value={name}
        maxLength={MAX_NAME}
        required
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {onCancel ? (
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {savedFilterTexts.cancel}
          </Button>
          {button}
        </DialogButtons>
      ) : (
        button
      )}
    </form>
  );
}
