import {
  autocompletion,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { history, historyKeymap, insertNewlineAndIndent, standardKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, RangeSet, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  ViewPlugin,
  type Command,
  type KeyBinding,
  type ViewUpdate,
} from '@codemirror/view';
import type { TemplateVariable } from './variables-menu.tsx';
import type { TemplateMark } from './template-mark.ts';
import type { TextPlace } from './text-place.ts';

/** The editor of texts with variables. It is large: load it only where it is shown. */

export interface EditorOptions {
  parent: HTMLElement;
  /** Lets the editor's style elements pass the page's content security policy. */
  styleNonce: string;
  value: string;
  /** The previous selection; null if the text never had the focus: then the cursor is after all of it. */
  place: TextPlace | null;
  /** Several lines. */
  long: boolean;
  variables: readonly TemplateVariable[];
  validate: (text: string) => readonly TemplateMark[];
  /** The attributes of the editable element. */
  attributes: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
  onLeave: () => void;
}

export interface TemplateEditor {
  /** Shows another text without calling `onChange`. */
  setValue: (value: string) => void;
  setAttributes: (attributes: Readonly<Record<string, string>>) => void;
  /** Replaces the selection with `text`, and moves the cursor behind it. */
  insert: (text: string) => void;
  destroy: () => void;
}

const NOT_TYPED = Annotation.define<true>();

/** The text between the opening braces and the cursor. */
const OPENED = /\{\{[ \t]*(\w*)$/;
/** Closing braces that are already after the cursor. */
const CLOSED = /^\w*[ \t]*\}\}/;

export function createTemplateEditor(options: EditorOptions): TemplateEditor {
  const attributes = new Compartment();
  const view = new EditorView({
    parent: options.parent,
    doc: options.value,
    selection: {
      anchor: Math.min(options.place?.anchor ?? Infinity, endOf(options.value)),
      head: Math.min(options.place?.head ?? Infinity, endOf(options.value)),
    },
    extensions: [
      EditorView.cspNonce.of(options.styleNonce),
      keymap.of(completionKeymap),
      options.long ? EditorView.lineWrapping : oneLine(options.parent),
      keymap.of([...standardKeymap, ...historyKeymap]),
      history(),
      autocompletion({ override: [completeVariables(options.variables)], icons: false, interactionDelay: 0 }),
      marks(options.validate),
      attributes.of(EditorView.contentAttributes.of(options.attributes)),
      EditorView.updateListener.of((update) => {
        const isTyped = !update.transactions.some((transaction) => transaction.annotation(NOT_TYPED));
        if (update.docChanged && isTyped) options.onChange(update.state.doc.toString());
        if (update.focusChanged && !update.view.hasFocus) leave(update.view);
      }),
    ],
  });

  if (options.place?.hasFocus) {
    view.focus();
    view.dispatch({ scrollIntoView: true });
    // The person may already have opened a variable.
    startCompletion(view);
  }

  function leave(from: EditorView) {
    closeCompletion(from);
    options.onLeave();
  }

  return {
    setValue(value) {
      const { doc } = view.state;
      if (doc.toString() === value.replaceAll(/\r\n?/g, '\n')) return;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert: value },
        selection: { anchor: endOf(value) },
        annotations: NOT_TYPED.of(true),
      });
    },
    setAttributes(next) {
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(next)) });
    },
    insert(text) {
      const { from, to } = view.state.selection.main;
      // Braces that are already typed belong to the variable.
      const line = view.state.doc.lineAt(from);
      const opened = OPENED.exec(line.text.slice(0, from - line.from))?.[0].length ?? 0;
      const closed = opened === 0 ? null : CLOSED.exec(view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
      view.dispatch({
        changes: { from: from - opened, to: to + (closed?.[0].length ?? 0), insert: text },
        selection: { anchor: from - opened + text.length },
        scrollIntoView: true,
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** After all of `text`, as the editor counts: a line break is one character. */
function endOf(text: string): number {
  return text.replaceAll('\r\n', '\n').length;
}

/** Line breaks become spaces, as in an input; Enter sends the form. */
function oneLine(parent: HTMLElement): Extension {
  const isLineBreak = ({ run }: KeyBinding) => run === insertNewlineAndIndent;
  const send: Command = ({ state }) => {
    // While the suggestions are loading, they handle the key.
    if (completionStatus(state) === null) parent.closest('form')?.requestSubmit();
    return true;
  };
  return [
    EditorState.transactionFilter.of((transaction) => {
      if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
      const text = transaction.newDoc.toString().replaceAll(/\s*\n\s*/g, ' ');
      return [
        {
          changes: { from: 0, to: transaction.startState.doc.length, insert: text },
          selection: { anchor: Math.min(text.length, transaction.newSelection.main.head) },
        },
      ];
    }),
    keymap.of(
      standardKeymap.map((binding) =>
        isLineBreak(binding) ? { ...binding, run: send, shift: send } : binding,
      ),
    ),
  ];
}

const FIRST_LETTER = 0x61;

/** Suggests variables while their name is typed after two braces. */
function completeVariables(variables: readonly TemplateVariable[]): CompletionSource {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const opened = OPENED.exec(line.text.slice(0, context.pos - line.from));
    if (!opened) return null;
    const from = context.pos - (opened[1]?.length ?? 0);
    return {
      from,
      options: variables.map((variable, index) => ({
        label: variable.label,
        // The order of the menu, not of the alphabet.
        sortText: String.fromCodePoint(FIRST_LETTER + index),
        ...(variable.example ? { detail: variable.example } : {}),
        apply: (view, _completion, _from, to) => {
          const rest = CLOSED.exec(view.state.sliceDoc(to, view.state.doc.lineAt(to).to));
          const start = from - (opened[0].length - (opened[1]?.length ?? 0));
          view.dispatch({
            changes: { from: start, to: to + (rest?.[0].length ?? 0), insert: variable.text },
            selection: { anchor: start + variable.text.length },
            userEvent: 'input.complete',
          });
        },
      })),
      validFor: /^\w*$/,
    };
  };
}

const VARIABLE = Decoration.mark({ class: 'cm-variable' });
const WRONG = Decoration.mark({ class: 'cm-wrong' });

/** Variables look like one unit: the cursor skips them, and one key press removes them; wrong ones are marked. */
function marks(validate: EditorOptions['validate']): Extension {
  const rangesOf = (view: EditorView) =>
    RangeSet.of(
      validate(view.state.doc.toString()).map(({ from, to, problem }) =>
        (problem === null ? VARIABLE : WRONG).range(from, to),
      ),
      true,
    );
  const plugin = ViewPlugin.fromClass(
    class {
      ranges: RangeSet<Decoration>;
      constructor(view: EditorView) {
        this.ranges = rangesOf(view);
      }
      update({ docChanged, view }: ViewUpdate) {
        if (docChanged) this.ranges = rangesOf(view);
      }
    },
    { decorations: ({ ranges }) => ranges },
  );
  const atoms = EditorView.atomicRanges.of((view) => {
    const ranges = view.plugin(plugin)?.ranges ?? RangeSet.empty;
    return ranges.update({ filter: (_from, _to, decoration) => decoration === VARIABLE });
  });
  return [plugin, atoms];
}
