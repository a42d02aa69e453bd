import { feedbackTexts } from '../texts/feedback.ts';
import classes from './skeletons.module.css';

/** One gray bar; `width` and `height` are CSS lengths. */
export function SkeletonBar({ width = '100%', height = '14px' }: { width?: string; height?: string }) {
  return <span aria-hidden className={classes['bar']} style={{ width, height }} />;
}

/** A form that is loading: labels and 40 px controls. */
export function SkeletonForm({
  fields = 4,
  label = feedbackTexts.loading,
}: {
  fields?: number;
  label?: string;
}) {
  return (
    <output className={classes['form']}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className={classes['field']}>
          <SkeletonBar width={`${96 + ((field * 37) % 90)}px`} />
          <SkeletonBar height="40px" />
        </div>
      ))}
    </output>
  );
}
