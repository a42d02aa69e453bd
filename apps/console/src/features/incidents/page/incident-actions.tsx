import type { IncidentDetails } from '@callpoint/contract/incidents';
import { IconCheck, IconHandStop, IconMapPin, IconWalk } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { alerts } from '../../../states/alerts.ts';
import { incidentPageTexts as pageTexts } from '../../../texts/incident-page.ts';
import { incidentTexts as texts } from '../../../texts/incidents.ts';
import type { IncidentBase } from '../incident-changes.ts';
import { useIncidentActions } from '../use-incident-actions.ts';
import { notRecordedText } from './not-recorded.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import classes from './incident.module.css';

const EtaChoice = lazyPart(async () => (await import('./eta-choice.tsx')).EtaChoice, { before: 'input' });

const ICON = { 'aria-hidden': true, size: 18 } as const;

interface IncidentActionsProps {
  base: IncidentBase;
  incident: IncidentDetails;
  /** Opens the dialog that closes the incident. */
  onClose: () => void;
  /** What failed and why; null when a press starts. */
  onProblem: (problem: string | null) => void;
}

/** What the person at the console does: one press acknowledges, the ETA can follow. */
export function IncidentActions({ base, incident, onClose, onProblem }: IncidentActionsProps) {
  const { id, state, is_mine: isMine } = incident;
  const { busy, answer, progress } = useIncidentActions(base, id);
  const isTaken = state !== 'open' && !isMine;
  /** Resolves to whether it succeeded. `label`: the text of the pressed button. */
  const tryTo = async (label: string, call: () => Promise<unknown>) => {
    onProblem(null);
    try {
      await call();
      return true;
    } catch (error) {
      onProblem(notRecordedText(pageTexts.pressed(label), error));
      return false;
    }
  };
  const give = async (choice: 'have' | 'cannot', minutes: number | null = null) => {
    const { data, msg } = await answer(choice, minutes);
    // Someone else has it: the message names them.
    if (data.owner && !data.is_mine) alerts.info([msg]);
  };
  return (
    <>
      <div className={classes['actions']} data-unprinted>
        {state === 'open' && (
          <ActionButton
            primary
            busy={busy}
            icon={<IconHandStop {...ICON} />}
            onClick={() => void tryTo(texts.have, () => give('have'))}
          >
            {texts.have}
          </ActionButton>
        )}
        {isMine && state === 'acknowledged' && (
          <ActionButton
            primary
            busy={busy}
            icon={<IconWalk {...ICON} />}
            onClick={() => void tryTo(texts.goOnTheWay, () => progress('on_the_way'))}
          >
            {texts.goOnTheWay}
          </ActionButton>
        )}
        {isMine && (state === 'acknowledged' || state === 'on_the_way') && (
          <ActionButton
            primary={state === 'on_the_way'}
            busy={busy}
            icon={<IconMapPin {...ICON} />}
            onClick={() => void tryTo(texts.arrive, () => progress('arrived'))}
          >
            {texts.arrive}
          </ActionButton>
        )}
        {isTaken && (
          <ActionButton
            busy={busy}
            icon={<IconHandStop {...ICON} />}
            onClick={() => void tryTo(texts.canHelp, () => give('have'))}
          >
            {texts.canHelp}
          </ActionButton>
        )}
        {(isTaken || state !== 'arrived') && (
          <ActionButton busy={busy} onClick={() => void tryTo(texts.cannot, () => give('cannot'))}>
            {texts.cannot}
          </ActionButton>
        )}
        <ActionButton
          primary={state === 'arrived'}
          busy={busy}
          icon={<IconCheck {...ICON} />}
          onClick={onClose}
        >
          {texts.close}
        </ActionButton>
      </div>
      {isMine && (state === 'acknowledged' || state === 'on_the_way') && (
        <EtaChoice busy={busy} onChoose={(minutes) => tryTo(texts.saveEta, () => give('have', minutes))} />
      )}
    </>
  );
}

interface ActionButtonProps {
  primary?: boolean;
  busy: boolean;
  icon?: ReactNode;
  onClick: () => void;
  children: string;
}

/** It stays focusable while a call is in flight: the focus must not be lost. */
function ActionButton({ primary = false, busy, icon, onClick, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={classes['action']}
      data-primary={primary || undefined}
      aria-disabled={busy}
      onClick={() => !busy && onClick()}
    >
      {icon}
      {children}
    </button>
  );
}
