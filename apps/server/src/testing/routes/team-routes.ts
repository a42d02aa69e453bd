import { LOCATION, PHONE, VALID_PASSWORD, type RouteExample } from './route-example.ts';

/** A file of an import with one valid user, in row 2. */
const userFile = ({ unique }: { unique: string }) =>
  `Name,Email,Phone,Password,SMS consent\nAnn Lee,new-${unique}@work.example,${PHONE},${VALID_PASSWORD},yes\n`;

/** The calls that only the team base has. */
export const TEAM_ROUTES: readonly RouteExample[] = [
  ...(['/tapi/v1/preview/submission', '/tapi/v1/test/message'] as const).map((path): RouteExample => ({
    method: 'POST',
    path,
    allowed: ['team'],
    names: 'app_user',
    example: ({ ids }) => ({
      body: {
        button_id: 5,
        app_user_id: ids.app_user,
        location: LOCATION,
        company: 'Smith & Sons',
        message: 'Gloves, size 9',
        type: 'PPE',
        settings: { mail_to_user_subject_5: 'We know, {{NAME}}' },
        ...(path.includes('/test/') ? { channel: 'email', role: 'user' } : {}),
      },
    }),
    also: { f_id: 3 },
  })),
  {
    method: 'POST',
    path: '/tapi/v1/previewEscalation',
    allowed: ['team'],
    names: 'app_user',
    example: ({ ids }) => ({
      body: { button_id: 5, app_user_id: ids.app_user, location: LOCATION, is_drill: true },
    }),
  },

  {
    method: 'POST',
    path: '/tapi/v1/checkImport/app_user',
    allowed: ['team'],
    example: (rows) => ({ body: { csv: userFile(rows) } }),
  },
  {
    method: 'POST',
    path: '/tapi/v1/import/app_user',
    allowed: ['team'],
    example: (rows) => ({
      body: { csv: userFile(rows), rows: [2], sms_consent: 'I agree to text messages.' },
    }),
    slow: true,
  },

  { method: 'GET', path: '/tapi/v1/monthlyReport', allowed: ['team'], example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/tapi/v1/update/monthlyReport',
    allowed: ['team'],
    // The address of the example is not confirmed: only switching off is always accepted.
    example: ({ emails }) => ({ body: { is_on: false, recipients: emails.team } }),
  },

  {
    method: 'POST',
    path: '/tapi/v1/drill',
    allowed: ['team'],
    names: 'app_user',
    example: ({ ids }) => ({ body: { button_id: 5, app_user_id: ids.app_user } }),
  },
  { method: 'GET', path: '/tapi/v1/drills', allowed: ['team'], example: () => ({ query: {} }) },
  { method: 'GET', path: '/tapi/v1/firstSteps', allowed: ['team'], example: () => ({ query: {} }) },
  { method: 'POST', path: '/tapi/v1/confirmRecipients', allowed: ['team'], example: () => ({ body: {} }) },
  { method: 'POST', path: '/tapi/v1/sendConfirmation', allowed: ['team'], example: () => ({ body: {} }) },
  { method: 'POST', path: '/tapi/v1/endFirstSteps', allowed: ['team'], example: () => ({ body: {} }) },
  { method: 'GET', path: '/tapi/v1/overduePayment', allowed: ['team'], example: () => ({ query: {} }) },
  { method: 'GET', path: '/tapi/v1/teamFrame', allowed: ['team'], example: () => ({ query: {} }) },
  { method: 'GET', path: '/tapi/v1/paymentSetup', allowed: ['team'], example: () => ({ query: {} }) },
  {
    method: 'POST',
    path: '/tapi/v1/start/purchase',
    allowed: ['team'],
    example: ({ planValue }) => ({
      body: {
        selectedPlan: planValue,
        address: { line1: '1200 Canal Street', city: 'Boulder', state: 'CO', postal_code: '80302' },
      },
    }),
    status: 409,
  },
  {
    method: 'GET',
    path: '/tapi/v1/paymentCard',
    allowed: ['team'],
    example: () => ({ query: {} }),
    status: 409,
  },
  {
    method: 'POST',
    path: '/tapi/v1/start/card',
    allowed: ['team'],
    example: () => ({ body: { attempt: '5d0f3a52-6f0e-4c52-9a3c-2f8b8f6f1a10' } }),
    status: 409,
  },
  {
    method: 'POST',
    path: '/tapi/v1/finish/card',
    allowed: ['team'],
    example: () => ({ body: { setup_intent: 'seti_1' } }),
    status: 409,
  },
  { method: 'POST', path: '/tapi/v1/finish/purchase', allowed: ['team'], example: () => ({ body: {} }) },
];
