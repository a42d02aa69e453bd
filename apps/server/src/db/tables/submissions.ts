import { column, nullable } from '../columns.ts';

const { bytes, id, integer, moment, text } = column;

/** Presses and forms. */
export const SUBMISSIONS = {
  /**
   * `location` is JSON of { lat, lng, accuracy, at }; `screen_text` is the text in the phone's response. `opened_at`,
   * `opened_by`: when and with which role the submission was first opened.
   */
  button_click: {
    id,
    team_id: integer,
    app_user_id: integer,
    button_id: integer,
    client_id: text,
    location: nullable(text),
    pressed_at: nullable(moment),
    screen_text: text,
    created_at: moment,
    opened_at: nullable(moment),
    opened_by: nullable(text),
    /** The submitter's name and addresses of that moment. */
    user_name: text,
    user_email: text,
    user_phone: text,
    /** The locations that a better one replaced, oldest first, as a JSON list; null for none. */
    earlier_locations: nullable(text),
  },

  form_submission: {
    id,
    team_id: integer,
    app_user_id: integer,
    f_id: integer,
    client_id: text,
    location: nullable(text),
    company: text,
    message: text,
    other_data: text,
    search_text: text,
    pressed_at: nullable(moment),
    screen_text: text,
    created_at: moment,
    opened_at: nullable(moment),
    opened_by: nullable(text),
    user_name: text,
    user_email: text,
    user_phone: text,
    earlier_locations: nullable(text),
  },

  /**
   * An uploaded image, by the random `key` that the server assigned. `client_id`: the phone's id of the form that it is
   * reserved for; `content_hash`: of the uploaded file; `bytes`: stored ones; `stored_at`: null until the content is
   * stored, and while it is deleted; `expires_at`: when it is deleted, null while a form contains it.
   */
  image: {
    id,
    key: text,
    team_id: integer,
    app_user_id: integer,
    client_id: nullable(text),
    form_submission_id: nullable(integer),
    content_hash: text,
    bytes: integer,
    created_at: moment,
    stored_at: nullable(moment),
    expires_at: nullable(moment),
  },

  /** The content of images, where neither a folder nor another store contains it. */
  image_content: { key: text, content: bytes, thumbnail: bytes },

  /**
   * A deleted record, plan or app user, until it is restored or purged. `kind`: its table; `row_id`: its id there;
   * `item_id`: a record's button or form; `title`: what people recognize it by; `deleted_by`: the role; `deleted_by_id`: the account;
   * `data`: JSON of the row and of what was deleted with it.
   */
  deleted_item: {
    id,
    team_id: nullable(integer),
    kind: text,
    row_id: integer,
    item_id: nullable(integer),
    title: text,
    deleted_at: moment,
    deleted_by: text,
    deleted_by_id: nullable(integer),
    data: text,
  },

  /** Running totals of submissions, changed with each insert and delete; see submission-totals.ts. */
  submission_tally: { team_id: integer, kind: text, item_id: integer, total: integer },

  /** A rollup of submissions by quarter of an hour; see submission-rollup.ts. */
  submission_count: { starts_at: moment, kind: text, item_id: integer, total: integer },

  /**
   * Scheduled check-ins of an app user. `due_at`: when the person must answer next; `raise_at`: when the emergency is
   * raised if they have not; `reminded_at`: when the phone was asked to answer. `state`: active, ended or raised;
   * `button_click_id`: the press that was raised. `location`: the last known one, until the check-in ends.
   */
  check_in: {
    id,
    team_id: integer,
    app_user_id: integer,
    client_id: text,
    every_minutes: integer,
    grace_minutes: integer,
    until_at: moment,
    due_at: moment,
    raise_at: moment,
    reminded_at: nullable(moment),
    state: text,
    location: nullable(text),
    button_click_id: nullable(integer),
    created_at: moment,
  },
} as const;
