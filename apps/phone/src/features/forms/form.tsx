import { FORM_LABELS, isFormId, type FormId } from '@callpoint/contract/catalog';
import { useEffect, useState, type FormEvent } from 'react';
import { measure } from '../../device/location.ts';
import { allowSound } from '../../device/signals.ts';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Field } from '../../display/field.tsx';
import { focusProblem } from '../../display/focus-problem.ts';
import { Note, Problem } from '../../display/note.tsx';
import { NotFound } from '../../display/not-found.tsx';
import { Screen } from '../../display/screen.tsx';
import { navigate } from '../../links/route.ts';
import { startLocating, submit } from '../../outbox/submit.ts';
import { dashboard } from '../../session/dashboard.ts';
import { session } from '../../session/session.ts';
import { useStore } from '../../store/use-store.ts';
import { itemName } from '../../texts/items.ts';
import { texts } from '../../texts/texts.ts';
import { useDraft, type Draft } from './draft.ts';
import { Pictures } from './pictures.tsx';

/** Milliseconds. */
const MEASURED_FOR = 60_000;
const MOST_CHARACTERS = { company: 200, type: 200, message: 5000 } as const;

/** One of the three forms. What is typed survives closing the app. */
export function Form({ parameter }: { parameter: string }) {
  const id = Number(parameter);
  const userId = useStore(session)?.user.id;
  const isOff =
    useStore(dashboard)?.buttons.find((button) => button.kind === 'form' && button.id === id)?.mode === 'no';
  if (!isFormId(id)) return <NotFound />;
  if (userId === undefined) return null;
  return (
    <Screen title={itemName('form', id)}>
      {isOff ? <Note alert>{texts.home.offHint}</Note> : <FormFields id={id} userId={userId} />}
    </Screen>
  );
}

function FormFields({ id, userId }: { id: FormId; userId: number }) {
  const { draft, isStored, change, finish } = useDraft(id, userId);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isScaling, setScaling] = useState(false);
  const problems = isTried && draft ? problemsOf(id, draft) : {};
  useEffect(() => {
    // While the person writes: it is known when the form is sent.
    void measure(MEASURED_FOR);
  }, []);
  if (!draft) return null;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problemsOf(id, draft)).length > 0) return focusProblem(event.currentTarget);
    if (isBusy || isScaling) return;
    setBusy(true);
    allowSound();
    try {
      const content = {
        ...draft,
        type: id === 1 ? '' : draft.type.trim(),
        pictures: id === 1 ? draft.pictures : [],
      };
      const item = { kind: 'form', item_id: id, label: FORM_LABELS[id], ...content } as const;
      const clientId = await submit(item, startLocating());
      finish(draft.company, clientId);
      navigate(`/sent/${clientId}`, { replace: true });
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <form className={controls['stack']} noValidate onSubmit={(event) => void send(event)}>
      {id !== 1 && (
        <Field
          label={texts.forms.types[id]}
          value={draft.type}
          maxLength={MOST_CHARACTERS.type}
          onChange={(type) => change(() => ({ type }))}
          problem={problems.type ?? null}
        />
      )}
      <Field
        label={id === 1 ? texts.forms.question : texts.forms.message}
        value={draft.message}
        maxLength={MOST_CHARACTERS.message}
        lines
        onChange={(message) => change(() => ({ message }))}
        problem={problems.message ?? null}
      />
      <Field
        label={`${texts.forms.company} (${texts.forms.optional})`}
        value={draft.company}
        maxLength={MOST_CHARACTERS.company}
        autoComplete="organization"
        onChange={(company) => change(() => ({ company }))}
      />
      {id === 1 && (
        <Pictures
          pictures={draft.pictures}
          onScaling={setScaling}
          onChange={(changed) => change((before) => ({ pictures: changed(before.pictures) }))}
        />
      )}
      {hasFailed && <Problem>{texts.home.notStored}</Problem>}
      <p className={controls['soft']}>{isStored ? texts.forms.draft : texts.forms.draftNotStored}</p>
      <Button type="submit" kind="primary" disabled={isBusy || isScaling}>
        {isScaling ? texts.forms.preparing : texts.forms.send}
      </Button>
    </form>
  );
}

function problemsOf(id: FormId, { message, type }: Draft): { message?: string; type?: string } {
  return {
    ...(message.trim() === ''
      ? { message: id === 1 ? texts.forms.needsQuestion : texts.forms.needsMessage }
      : {}),
    ...(id !== 1 && type.trim() === '' ? { type: texts.forms.needsType } : {}),
  };
}
