import { DEFAULT_MAPS_URL, type MapTemplates } from '@callpoint/alerts/templates/maps';
import { AccountsDb } from '../db/handles/accounts.ts';
import { IncidentsDb } from '../db/handles/incidents.ts';
import { PaymentsDb } from '../db/handles/payments.ts';
import { PlatformDb } from '../db/handles/platform.ts';
import { optOutNumber } from '../delivery/channels/channels.ts';
import type { Environment } from '../delivery/channels/environment.ts';
import { createHeldReleaser } from '../delivery/queue/held/release-held.ts';
import { createAnsweredNotifier } from '../features/push/answered-incidents.ts';
import { createIncidentNotifier, createSafeNotifier } from '../features/push/incident-notes.ts';
import { createOpenedNotifier } from '../features/push/push.routes.ts';
import { createConfirmationMailer } from '../features/sessions/email-confirmation.routes.ts';
import type { Admission } from '../http/admission/admission.ts';
import type { Background } from '../http/background.ts';
import type { SendCsv } from '../http/csv/csv-responses.ts';
import { RecipientAnswers } from '../incidents/answers/recipient-answers.ts';
import { PaymentService } from '../payments/provider/service.ts';
import type { AppDependencies } from './dependencies.ts';

/** The services of one server process, which features of several bases use. */
export type Services = ReturnType<typeof createServices>;

type FrameworkParts = {
  background: Background;
  /** The address that messages and links contain. */
  publicUrl: () => string;
  admission: Admission;
  sendCsv: SendCsv;
};

/** Creates the services. */
export function createServices(
  { db, environment, channels, secrets, images, live, push, ...dependencies }: AppDependencies,
  { background, publicUrl, admission, sendCsv }: FrameworkParts,
) {
  const { sendEmail, wakeDelivery, wakeEscalator } = dependencies;
  const accounts = new AccountsDb(db);
  const platform = new PlatformDb(db);
  const incidents = new IncidentsDb(db);
  const maps = getMapUrls(environment);
  const onAnswered = createAnsweredNotifier({ incidents, accounts, background, push });
  const provider = { baseUrl: environment.payments.baseUrl };
  return {
    accounts,
    platform,
    incidents,
    background,
    publicUrl,
    hasPublicUrl: environment.publicUrl !== null,
    admission,
    sendCsv,
    channels,
    secrets,
    images,
    live,
    push,
    sendEmail,
    sendsEmail: sendEmail !== null,
    wakeDelivery,
    wakeEscalator,
    maps,
    mapsUrl: maps.mapsUrl,
    smsCountries: environment.smsCountries,
    smsFrom: optOutNumber(environment.channels),
    provider,
    payments: new PaymentService({ platform, payments: new PaymentsDb(db), secrets, provider }),
    sendConfirmation: createConfirmationMailer({ accounts, background, sendEmail, publicUrl }),
    release: createHeldReleaser({ db, live, wakeDelivery }),
    onFirstOpened: createOpenedNotifier({ accounts, background, push }),
    onIncident: createIncidentNotifier({ accounts, background, push }),
    onSafe: createSafeNotifier({ accounts, background, push }),
    onAnswered,
    answers: new RecipientAnswers({
      incidents,
      live,
      channels,
      mapsUrl: maps.mapsUrl,
      wakeEscalator,
      wakeDelivery,
      onAnswered,
    }),
  };
}

/** The URLs that show a location on a map. */
export function getMapUrls({ maps }: Environment): MapTemplates {
  return { mapsUrl: maps.mapsUrl ?? DEFAULT_MAPS_URL, mapImageUrl: maps.mapImageUrl };
}
