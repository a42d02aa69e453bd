import { inLanguage } from './language.ts';

/** The dialog that saves and manages the filters of a list. */
export const savedFilterTexts = inLanguage({
  en: {
    filterName: 'Name',
    filterSaved: (name: string) => `Filter “${name}” saved.`,
    renameFilter: (name: string) => `Name of filter “${name}”`,
    rename: 'Rename',
    deleteFilter: (name: string) => `Delete filter “${name}”`,
    save: 'Save',
    cancel: 'Cancel',
    done: 'Done',
  },
});
