import { SkeletonBar } from '../../../states/skeletons.tsx';
import { purchaseTexts } from '../../../texts/purchase.ts';
import classes from '../subscriptions.module.css';

/** As large as the card fields. */
export function CardFieldsLoading() {
  return (
    <output aria-label={purchaseTexts.cardLoading} className={classes['group']}>
      <SkeletonBar height="58px" />
      <SkeletonBar height="58px" />
    </output>
  );
}
