import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { importTexts } from '../../../texts/import-users.ts';
import { readFile, type ReadFile } from './read-file.ts';
import classes from './import.module.css';

interface ChooseFileProps {
  /** Why the last file cannot be imported. */
  problems: readonly string[];
  isChecking: boolean;
  onFile: (read: Promise<ReadFile>) => void;
}

const COLUMNS = Object.entries(importTexts.columnNames) as [keyof typeof importTexts.columnNames, string][];

/** The first step: choose, drop or paste the rows. */
export function ChooseFile({ problems, isChecking, onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const choose = (file: File | undefined) => {
    if (file && !isChecking) onFile(readFile(file));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <div className={classes['choose']}>
      <div className={classes['column']}>
        <div role="alert">
          {problems.length > 0 && (
            <AlertBox kind="error" label={importTexts.failed}>
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </AlertBox>
          )}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same */}
        <section
          aria-label={importTexts.chooseTitle}
          className={classes['drop']}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <IconFileUpload aria-hidden size={28} className={classes['icon']} />
          <Button loading={isChecking} onClick={() => input.current?.click()}>
            {importTexts.choose}
          </Button>
          <p className={classes['soft']}>{importTexts.drop}</p>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt,text/csv"
            hidden
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              // The same file can be chosen again after it was corrected.
              event.currentTarget.value = '';
            }}
          />
        </section>
        <output className="visually-hidden">{isChecking ? importTexts.checking : ''}</output>
        <form
          className={classes['paste']}
          onSubmit={(event) => {
            event.preventDefault();
            onFile(Promise.resolve({ csv: pasted }));
          }}
        >
          <Textarea
            label={importTexts.paste}
            description={importTexts.pasteHelp}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isChecking}>
            {importTexts.checkPasted}
          </Button>
        </form>
      </div>
      <section className={classes['help']} aria-labelledby="import-columns">
        <h2 id="import-columns" className={classes['heading']}>
          {importTexts.columns}
        </h2>
        <dl className={classes['columns']}>
          {COLUMNS.map(([column, label]) => (
            <div key={column}>
              <dt>{label}</dt>
              <dd>{importTexts.columnHelp[column]}</dd>
            </div>
          ))}
        </dl>
        <p className={classes['soft']}>{importTexts.limits}</p>
        <Button
          variant="default"
          leftSection={<IconDownload aria-hidden size={18} />}
          onClick={downloadTemplate}
        >
          {importTexts.template}
        </Button>
      </section>
    </div>
  );
}

/** An empty file with the names of the columns. With the mark, Excel saves it as UTF-8. */
function downloadTemplate(): void {
  const names = COLUMNS.map(([, label]) => label).join(',');
  const address = URL.createObjectURL(new Blob([`\uFEFF${names}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = importTexts.templateName;
  link.click();
  URL.revokeObjectURL(address);
}
