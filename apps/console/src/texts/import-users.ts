import { inLanguage } from './language.ts';
import { passwordFieldTexts } from './password-field.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** The import of app users from a CSV file. */
export const importTexts = inLanguage({
  en: {
    open: 'Import users',
    title: 'Import users',
    description: 'Add many people from one spreadsheet.',

    chooseTitle: 'Choose a CSV file',
    choose: 'Choose file',
    drop: 'Or drop the file here.',
    template: 'Download template',
    templateName: 'app-users.csv',
    paste: 'Or paste the rows from a spreadsheet',
    pasteHelp: 'Include row 1 with the names of the columns.',
    checkPasted: 'Check rows',
    checking: 'Checking the file…',
    failed: 'This file can’t be imported',

    columns: 'Columns',
    columnNames: {
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      password: 'Password',
      consent: 'SMS consent',
    },
    columnHelp: {
      name: 'First and last name.',
      email: 'Used to log in to the app.',
      phone: 'Numbers from other countries need a country code.',
      password: `${passwordFieldTexts.rule} Give it to the user, who logs in with it.`,
      consent: 'Write yes once the person agrees to SMS.',
    },
    limits: 'At most 500 users. No one is added until you have seen the result of the check.',

    notUtf8:
      'The file is not encoded as UTF-8. In Excel, save it as “CSV UTF-8 (Comma delimited)” and choose it again.',
    workbook:
      'This is an Excel workbook. In Excel, save it as “CSV UTF-8 (Comma delimited)” and choose that file.',
    tooLarge: 'The file is too large. Divide it into files of at most 500 users.',
    unreadable: 'The file could not be read. Save it again, then choose it again.',

    checked: 'Check result',
    summary: (ready: number, all: number) =>
      ready === all
        ? `${users(all)}, all can be added.`
        : `${users(all)}: ${ready} can be added, ${all - ready} can’t.`,
    ignored: (names: readonly string[]) => `Not imported: ${names.map((name) => `“${name}”`).join(', ')}.`,
    onlyProblems: 'Show only rows with problems',
    row: 'Row',
    status: 'Result',
    ready: 'Will be added',
    added: 'Added',
    list: 'Rows of the file',
    none: 'No row can be added. Fix the rows in the file, then choose it again.',
    consent: (count: number, wording: string) =>
      count === 1
        ? `The user in this import agreed: “${wording}”`
        : `Each of these ${count} users agreed: “${wording}”`,
    consentHelp: 'Recorded for each user with the number, the time, and your account.',
    consentMissing: 'Confirm that the users agree to SMS.',
    import: (count: number) => `Import ${users(count)}`,
    another: 'Choose another file',

    progress: (done: number, all: number) => `Adding users: ${done} of ${all}`,
    keepOpen: 'Keep this page open.',
    stopped: (done: number, all: number) => `${done} of ${all} users were added. The others were not.`,
    resume: 'Continue import',

    done: 'Import finished',
    result: (added: number, failed: number) =>
      failed === 0
        ? `${users(added)} added.`
        : `${users(added)} added. ${failed === 1 ? '1 row was' : `${failed} rows were`} not added.`,
    deleteFile: 'Your file contains passwords. Delete it when the users have theirs.',
    toUsers: 'Go to users',
    more: 'Import another file',
  },
});
