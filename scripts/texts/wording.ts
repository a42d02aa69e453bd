/** A word or phrase that our own texts avoid, and the better wording. */
interface WordingRule {
  word: RegExp;
  better: string;
}

/** The rules for words. A text may contain a word if an exemption (exemptions.ts) names it. */
const WORDING_RULES: readonly WordingRule[] = [
  // Spelling: US English.
  { word: /\be-mail/i, better: 'Email, email' },
  { word: /\b(col|behavi|fav|hon|lab|neighb)our/i, better: 'US spelling: -or' },
  {
    word: /\b(organ|recogn|author|custom|minim|normal|initial|summar|apolog|final|synchron|optim|prioritiz?|util|real|special)is(e|ed|es|ing|ation|ations)\b/i,
    better: 'US spelling: -ize, -ization',
  },
  { word: /\b(cancel|label|model|travel)l(ed|ing)\b/i, better: 'US spelling: one l (canceled)' },
  { word: /\b(cent|met|lit)res?\b/i, better: 'US spelling: -er' },
  { word: /\b(analys|practis)(e|ed|es|ing)\b/i, better: 'US spelling: analyze, practice' },
  { word: /\b(catalogue|licence|defence|grey|cheque|whilst|learnt|programme)s?\b/i, better: 'US spelling' },
  { word: /\btelephones?\b/i, better: 'phone' },
  { word: /\b(some|any|every)body\b/i, better: 'someone, anyone, everyone' },
  { word: /\bnobody\b/i, better: 'no one' },
  { word: /\bany more\b/i, better: 'no longer' },

  // Standard terms.
  { word: /\b(anew|once more|over again)\b/i, better: 'again' },
  { word: /\b(stands?|stood|standing)\b/i, better: 'is, appears, is shown' },
  { word: /\b(tell|tells|telling|told|untold)\b/i, better: 'notify, notified; give; show' },
  { word: /\b(of which|of whom)\b/i, better: 'whose, that' },
  { word: /\bwhat (became|becomes) of\b/i, better: 'its delivery status' },
  { word: /\b(pressed|pressing) for me\b/i, better: 'simulate a press' },
  { word: /(^in all\b|\bin all[.,:])/i, better: 'Total' },
  { word: /\bby (itself|themselves)\b/i, better: 'automatically' },
  { word: /\bat once\b/i, better: 'immediately; at the same time' },
  { word: /\b(go|goes|going|went|gone) on\b/i, better: 'continue, renew' },
  { word: /\b(come|comes|came|coming) in\b/i, better: 'be received, arrive' },
  { word: /\b(mend|mended|mending|put right)\b/i, better: 'fix' },
  { word: /\bjudge[ds]?\b/i, better: 'check' },
  { word: /\b(whoever|whatever|whichever|wherever|whomever)\b/i, better: 'anyone who; any; everywhere' },
  { word: /\b(refuse|refuses|refused|refusing|refusal)\b/i, better: 'reject, deny' },
  { word: /\bnot now\b/i, better: 'temporarily rejected' },
  { word: /\b(tries$|(every|each|next|first|last|its|their) (try|tries)\b)/i, better: 'attempt, attempts' },
  { word: /\b(the (one|ones) that|those that|the one which)\b/i, better: 'the + noun' },
  { word: /\bthe words\b|\b(exact|other|same|which) words\b/i, better: 'text' },
  // The specification's label is “Log in”. “sign in” alone is a value of the audit's API.
  { word: /(?!^sign in$)\b[Ss]ign(s|ed|ing)?[ -](in|out)\b/, better: 'log in, logged in, login; log out' },
  { word: /\bagree(s|d)? with [^.]* on who\b/i, better: 'coordinate, decide' },
  { word: /\bno more\b/i, better: 'no longer; no further; at most' },
  { word: /\bfor want of\b/i, better: 'because there is no' },
  { word: /(?<!soon )\bas (it|they) (is|was|are|were)\b/i, better: 'unchanged; in this form' },
  { word: /\b(begins?|began|begun|beginning)\b/i, better: 'start' },
  { word: /\bbeside\b/i, better: 'next to; in addition to' },
  { word: /\b(on (its|their) way|under way)\b/i, better: 'being sent; in progress' },
  { word: /\bseen to\b/i, better: 'handled' },
  { word: /\b(made-up|worked out)\b/i, better: 'sample; computed' },
  { word: /\bclash(es|ed)?\b/i, better: 'conflict' },
  { word: /\bpictures?\b/i, better: 'image' },
  { word: /\bmails\b/i, better: 'emails' },
  { word: /\bwhole\b(?! numbers?\b)/i, better: 'entire, full, all of' },
  { word: /\b(tally|tallies)\b/i, better: 'count' },
  { word: /\b(broke|broken) off\b/i, better: 'canceled, aborted' },
  { word: /\b(holds|held) back\b/i, better: 'hides, delays' },
  { word: /\b(says|said)\b/i, better: 'shows, returned, states' },
  // People answer an incident; programs respond.
  { word: /\b(answered|answers) with\b/i, better: 'respond, response' },
  { word: /\b(is|are|was|were) gone\b/i, better: 'is deleted; no longer exists' },
  { word: /\b(is|are|was|were|be) typed\b/i, better: 'entered' },
  { word: /\btakes? the place of\b/i, better: 'replaces' },
  { word: /\bhas to be\b|\b(is|are) to be\b/i, better: 'must be' },
  { word: / …$/, better: 'no space before the ellipsis' },
];

/** Names that keep their capital inside a sentence. */
const NAMES = new Set(['Callpoint', 'Stripe', 'Excel', 'Ctrl', 'Deliveries', 'Monday', 'Home']);

/** The most words in a sentence of our own texts. */
export const MOST_WORDS = 28;

/** A violation in a text: the words, and the better wording. */
export interface WordingProblem {
  words: string;
  better: string;
}

/**
 * The violations of the rules in a text.
 * @param exempt texts that are not checked, in whole or as a part: the specification's and reviewed exceptions
 * @param isLabel whether sentence case applies
 */
export function findWordingProblems(
  text: string,
  { exempt, isLabel }: { exempt: readonly string[]; isLabel: boolean },
): WordingProblem[] {
  const own = exempt.reduce((rest, literal) => rest.replaceAll(literal, '{}'), text);
  return [...badWords(own), ...longSentences(own), ...(isLabel ? capitals(own) : [])];
}

function badWords(text: string): WordingProblem[] {
  return WORDING_RULES.flatMap(({ word, better }) => {
    const [words] = word.exec(text) ?? [];
    return words === undefined ? [] : [{ words: words.trim(), better }];
  });
}

function longSentences(text: string): WordingProblem[] {
  return text.split(/(?<=[.!?:;])\s|\n/).flatMap((sentence) => {
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\d{]/u.test(word)).length;
    if (count <= MOST_WORDS) return [];
    return [{ words: `a sentence of ${count} words`, better: `at most ${MOST_WORDS} words` }];
  });
}

/** Capitals inside a sentence, except in names. */
function capitals(text: string): WordingProblem[] {
  const found = [...text.matchAll(/(?<=[\p{Ll},’”)] )(\p{Lu}\p{Ll}+)/gu)].map(([word]) => word);
  return found.filter((word) => !NAMES.has(word)).map((words) => ({ words, better: 'sentence case' }));
}
