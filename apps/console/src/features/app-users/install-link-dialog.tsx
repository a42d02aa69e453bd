import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { AppUser } from '@callpoint/contract/app-users';
import type { InstallLink } from '@callpoint/contract/install-links';
import { useId, useRef, useState } from 'react';
import { timestampText } from '../../display/timestamp-text.ts';
import type { Scope } from '../../list/scope.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { Dialog, DialogButtons } from '../../overlay/dialog.tsx';
import { withName } from '../../display/with-name.tsx';
import { ProblemNote } from '../../states/problem-note.tsx';
import { installLinkTexts as texts } from '../../texts/install-link.ts';
import { createInstallLink } from './app-users.api.ts';
import classes from './install-link.module.css';
import { QrCode } from './qr-code.tsx';

export interface InstallLinkDialogProps {
  user: Pick<AppUser, 'id' | 'name'>;
  base: Scope['base'];
  onClose: () => void;
}

/** Creates an install link after the person confirms it, and shows it once. */
export function InstallLinkDialog({ user, base, onClose }: InstallLinkDialogProps) {
  const [link, setLink] = useState<InstallLink | null>(null);
  return (
    <Dialog title={withName(texts.title, user.name)} onClose={onClose}>
      {link ? (
        <ReadyLink name={user.name} link={link} onClose={onClose} />
      ) : (
        <NewLink user={user} base={base} onCreated={setLink} onClose={onClose} />
      )}
    </Dialog>
  );
}

type NewLinkProps = InstallLinkDialogProps & { onCreated: (link: InstallLink) => void };

function NewLink({ user, base, onCreated, onClose }: NewLinkProps) {
  const [isCreating, setCreating] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const create = async () => {
    setCreating(true);
    setError(null);
    try {
      onCreated(await createInstallLink(user.id, base));
    } catch (failure) {
      setError(explainFailedAction(failure).join(' '));
      setCreating(false);
    }
  };
  return (
    <div className={classes['content']}>
      <p>{withName(texts.purpose, user.name)}</p>
      <p className={classes['soft']}>{texts.effects}</p>
      <ProblemNote>{error}</ProblemNote>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button loading={isCreating} onClick={() => void create()}>
          {texts.create}
        </Button>
      </DialogButtons>
    </div>
  );
}

/** A phone needs https, and an address that is not this computer's own. */
function opensOnPhone(link: string): boolean {
  const { protocol, hostname } = new URL(link);
  return protocol === 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

interface ReadyLinkProps {
  name: string;
  link: InstallLink;
  onClose: () => void;
}

function ReadyLink({ name, link: { link, expires_at, emailed_to }, onClose }: ReadyLinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setResult(texts.copied);
    } catch {
      // Without https the browser has no clipboard.
      field.current?.select();
      setResult(texts.copyFailed);
    }
  };
  return (
    <div className={classes['content']}>
      <output>{withName(texts.instruction, name)}</output>
      {!opensOnPhone(link) && <ProblemNote>{texts.notForPhones(new URL(link).origin)}</ProblemNote>}
      <QrCode text={link} label={texts.code(name)} />
      <div className={classes['link']}>
        <TextInput ref={field} id={id} label={texts.link} value={link} readOnly />
        <Button
          variant="default"
          leftSection={<IconCopy aria-hidden size={18} />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
      </div>
      <output htmlFor={id} className={classes['soft']}>
        {result}
      </output>
      <p>
        <strong>{texts.expires(timestampText(expires_at))}</strong> {texts.onlyHere}
      </p>
      <p className={classes['soft']}>{emailed_to === null ? texts.notEmailed : texts.emailed(emailed_to)}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogButtons>
    </div>
  );
}
