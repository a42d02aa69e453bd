import type { PaymentCard } from '@callpoint/contract/payment-cards';
import { Link } from '../../../links/link.ts';
import { CollapsibleSection, ReadOnlyCard } from '../../../form/record/section.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { SECTION_IDS } from '../profile-scope.ts';
import { invoiceTexts } from '../../../texts/invoices.ts';
import { usePaymentCard } from './invoices.api.ts';
import classes from '../subscriptions.module.css';

/** The signed-in subscriber's card on file. */
export function CardSection() {
  const { data, error, isFetching, refetch } = usePaymentCard();
  return (
    <CollapsibleSection title={invoiceTexts.card} id={SECTION_IDS.card}>
      {error && data === undefined ? (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={invoiceTexts.cardFailed}
        />
      ) : (
        <ReadOnlyCard>
          {data === undefined && <SkeletonBar height="48px" />}
          {data?.card === null && (
            <p className={classes['soft']}>{data.isSetUp ? invoiceTexts.noCard : invoiceTexts.notSetUp}</p>
          )}
          {data?.card && <CardText card={data.card} />}
          {data?.isSetUp && (
            <p>
              <Link to="/payment-card">
                {data.card === null ? invoiceTexts.addCard : invoiceTexts.replaceCard}
              </Link>
            </p>
          )}
        </ReadOnlyCard>
      )}
    </CollapsibleSection>
  );
}

function CardText({ card: { brand, last4, exp_month, exp_year } }: { card: PaymentCard }) {
  const name = `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;
  return (
    <>
      <p>
        <strong>{invoiceTexts.cardText(name, last4)}</strong>
      </p>
      <p className={classes['soft']}>
        {invoiceTexts.expires(String(exp_month).padStart(2, '0'), String(exp_year))}
      </p>
    </>
  );
}
