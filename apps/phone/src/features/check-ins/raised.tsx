import { notifiesSomeone } from '@callpoint/contract/reaches-someone';
import { useEffect, useState } from 'react';
import { Button } from '../../display/button.tsx';
import controls from '../../display/controls.module.css';
import { Note } from '../../display/note.tsx';
import { href } from '../../links/route.ts';
import type { StoredCheckIn } from '../../reports/check-in.ts';
import { dismissCheckIn } from '../../reports/reports.ts';
import { read } from '../../session/session.ts';
import { responseTexts } from '../../texts/response/response-texts.ts';
import { whenText } from '../../texts/times.ts';

/** The server raised the emergency: when, and where its status is. */
export function Raised({ checkIn }: { checkIn: StoredCheckIn }) {
  const clientId = checkIn.known?.press_client_id ?? null;
  const notifiedAt = useNotifiedAt(clientId);
  return (
    <Note alert>
      <p>
        {notifiedAt === null
          ? responseTexts.checkIn.raisedOnly
          : responseTexts.checkIn.raised(whenText(notifiedAt))}
      </p>
      <div className={controls['stack']}>
        {clientId !== null && (
          <a className={controls['button']} href={href(`/sent/${clientId}`)}>
            {responseTexts.checkIn.showAlert}
          </a>
        )}
        <Button onClick={() => void dismissCheckIn(checkIn)}>{responseTexts.checkIn.done}</Button>
      </div>
    </Note>
  );
}

/** When the server received the emergency, if its messages reach someone; null while that is not known. */
function useNotifiedAt(clientId: string | null): string | null {
  const [at, setAt] = useState<string | null>(null);
  useEffect(() => {
    if (clientId === null) return;
    let isCurrent = true;
    void (async () => {
      const response = await read('/mapi/v1/submission', { client_id: clientId }).catch(() => null);
      if (isCurrent && response && notifiesSomeone(response.data)) setAt(response.data.created_at);
    })();
    return () => {
      isCurrent = false;
    };
  }, [clientId]);
  return at;
}
