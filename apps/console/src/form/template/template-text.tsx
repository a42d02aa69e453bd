import classes from '../form.module.css';

/** A text with variables on one line: each variable is a pill. */
export function TemplateText({ text }: { text: string }) {
  return text.split(/\{\{\s*(\w+)\s*\}\}/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={`${index}${part}`} className={classes['pill']}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
