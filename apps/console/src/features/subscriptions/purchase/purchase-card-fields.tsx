import { Input } from '@mantine/core';
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardNumberElement, StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { REVEAL } from '../../../form/fields/focus-field.ts';
import { fieldId } from '../../../form/use-form.ts';
import type { Readable } from '../../../store/store.ts';
import { useStore } from '../../../store/use-store.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import type { CardField } from './pay.ts';
import type { CardInput } from './purchase-values.ts';
import classes from '../subscriptions.module.css';

type CardFieldsProps = {
  stripe: Stripe;
  values: Readonly<Record<CardField, CardInput>>;
  /** What to correct, by field. */
  errors: Readonly<Partial<Record<CardField, string>>>;
  disabled: boolean;
  onChange: (field: CardField, input: CardInput) => void;
  /** Receives the element that pays. */
  onReady: (element: StripeCardNumberElement) => void;
};

/** The payment provider's own fields: card data is typed into its frames, and never reaches our code. */
export function PurchaseCardFields({ stripe, disabled, onReady, ...fields }: CardFieldsProps) {
  const style = useFieldStyle();
  const options = { style, disabled };
  return (
    <Elements stripe={stripe}>
      <CardFieldFrame {...fields} name="cardNumber">
        {(props) => (
          <CardNumberElement
            {...props}
            options={{ ...options, showIcon: true }}
            onReady={(element) => {
              props.onReady(element);
              onReady(element);
            }}
          />
        )}
      </CardFieldFrame>
      <div className={classes['pair']}>
        <CardFieldFrame {...fields} name="cardExpiry">
          {(props) => <CardExpiryElement {...props} options={options} />}
        </CardFieldFrame>
        <CardFieldFrame {...fields} name="cardCvc">
          {(props) => <CardCvcElement {...props} options={options} />}
        </CardFieldFrame>
      </div>
    </Elements>
  );
}

type ElementProps = {
  onReady: (element: { focus: () => void }) => void;
  onChange: (event: { complete: boolean; empty: boolean; error: { message: string } | undefined }) => void;
};

/** The label, frame and error of one of the provider's fields. */
function CardFieldFrame({
  name,
  values,
  errors,
  onChange,
  children,
}: Pick<CardFieldsProps, 'values' | 'errors' | 'onChange'> & {
  name: CardField;
  children: (props: ElementProps) => ReactNode;
}) {
  const id = fieldId(name);
  const box = useRef<HTMLFieldSetElement>(null);
  const [element, setElement] = useState<{ focus: () => void } | null>(null);
  // The control is in the provider's frame: a link to the field and a click on its name move the focus there.
  useEffect(() => {
    const node = box.current;
    const focus = () => element?.focus();
    for (const event of [REVEAL, 'click']) node?.addEventListener(event, focus);
    return () => {
      for (const event of [REVEAL, 'click']) node?.removeEventListener(event, focus);
    };
  }, [element]);
  const error = errors[name] ?? values[name].problem;
  return (
    <fieldset
      ref={box}
      id={id}
      className={classes['cardPart']}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={classes['cardLabel']}>{purchaseTexts[name]}</legend>
      <div className={classes['cardField']} data-invalid={error ? true : undefined}>
        {children({
          onReady: setElement,
          onChange: (event) =>
            onChange(name, {
              isEmpty: event.empty,
              isComplete: event.complete,
              problem: event.error?.message ?? null,
            }),
        })}
      </div>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </fieldset>
  );
}

/** The provider's frames have no access to our styles: the colors of the present scheme as values. */
function useFieldStyle(): StripeElementStyle {
  useStore(scheme);
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  return {
    base: {
      color: color('--cp-ink'),
      iconColor: color('--cp-ink-soft'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Below 16 px iOS zooms in on the field.
      fontSize: window.matchMedia('(pointer: coarse)').matches ? '16px' : '14px',
      lineHeight: '20px',
      '::placeholder': { color: color('--cp-ink-faint') },
      ':disabled': { color: color('--cp-ink-faint') },
    },
    invalid: { color: color('--cp-bad'), iconColor: color('--cp-bad') },
  };
}

/** The present color scheme. */
const scheme: Readable<string | undefined> = {
  current: () => document.documentElement.dataset['mantineColorScheme'],
  subscribe(notify) {
    const observer = new MutationObserver(() => notify());
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  },
};
