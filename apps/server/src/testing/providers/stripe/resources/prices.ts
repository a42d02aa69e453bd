import { Stripe } from 'stripe';
import { invalid, missing } from '../http/errors.ts';
import { known, page, type Route } from '../http/routes.ts';
import { get, type State } from '../state.ts';

export type Interval = 'day' | 'week' | 'month' | 'year';

const INTERVALS: readonly Interval[] = ['day', 'week', 'month', 'year'];

export type DeclaredPrice = {
  /** In the currency's smallest unit. */
  amount: number;
  currency?: string;
  interval?: Interval;
  intervalCount?: number;
  product?: string;
  nickname?: string | null;
  lookupKey?: string | null;
  metadata?: Record<string, string>;
};

export function createPrice(state: State, declared: DeclaredPrice): Stripe.Price {
  const price: Stripe.Price = {
    id: state.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: state.now,
    currency: declared.currency ?? 'usd',
    custom_unit_amount: null,
    livemode: state.livemode,
    lookup_key: declared.lookupKey ?? null,
    metadata: declared.metadata ?? {},
    nickname: declared.nickname ?? null,
    product: declared.product ?? createProduct(state, declared.nickname ?? 'Subscription').id,
    recurring: {
      interval: declared.interval ?? 'month',
      interval_count: declared.intervalCount ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: declared.amount,
    unit_amount_decimal: Stripe.Decimal.from(declared.amount),
  };
  state.prices.set(price.id, price);
  return price;
}

function createProduct(state: State, name: string, metadata: Record<string, string> = {}): Stripe.Product {
  const product: Stripe.Product = {
    id: state.id('prod'),
    object: 'product',
    active: true,
    created: state.now,
    default_price: null,
    description: null,
    images: [],
    livemode: state.livemode,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: state.now,
    url: null,
  };
  state.products.set(product.id, product);
  return product;
}

/** The plan object that items still contain next to their price. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: recurringOf(price).interval,
    interval_count: recurringOf(price).interval_count,
    livemode: price.livemode,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function recurringOf(price: Stripe.Price): Stripe.Price.Recurring {
  if (!price.recurring) throw invalid(`The price specified is set to \`type=one_time\`: ${price.id}`);
  return price.recurring;
}

/** The price of a parameter, if it can be subscribed to. */
export function usablePrice(state: State, id: string, param: string): Stripe.Price {
  const price = state.prices.get(id);
  if (!price) throw missing('price', id, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', param);
  return price;
}

export const priceRoutes: Route[] = [
  { method: 'GET', path: '/v1/prices/:id', run: ({ state, id }) => get(state.prices, id, 'price') },
  {
    method: 'GET',
    path: '/v1/prices',
    params: known<Stripe.PriceListParams>('active', 'currency', 'product', 'lookup_keys', 'type'),
    run({ state, params }) {
      const [active, currency] = [params.boolean('active'), params.text('currency')];
      const [product, keys] = [params.text('product'), params.texts('lookup_keys')];
      const type = params.text('type');
      const found = [...state.prices.values()].filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (currency === undefined || price.currency === currency) &&
          (product === undefined || price.product === product) &&
          (type === undefined || price.type === type) &&
          (keys.length === 0 || (price.lookup_key !== null && keys.includes(price.lookup_key))),
      );
      return page(found, params, '/v1/prices');
    },
  },
  {
    method: 'POST',
    path: '/v1/prices',
    params: known<Stripe.PriceCreateParams>(
      'currency',
      'unit_amount',
      'recurring',
      'product',
      'product_data',
      'nickname',
      'lookup_key',
      'metadata',
    ),
    run({ state, params }) {
      const recurring = params.object('recurring');
      recurring?.only('interval', 'interval_count', 'usage_type');
      const interval = recurring?.choice('interval', INTERVALS);
      const [amount, currency] = [params.integer('unit_amount'), params.required('currency')];
      if (amount === undefined)
        throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
      if (!interval)
        throw invalid(
          'Missing required param: recurring[interval].',
          'recurring[interval]',
          'parameter_missing',
        );
      const productData = params.object('product_data');
      productData?.only('name', 'metadata');
      const product = productData
        ? createProduct(state, productData.required('name'), productData.metadata())
        : get(state.products, params.required('product'), 'product', 'product');
      return createPrice(state, {
        amount,
        currency,
        interval,
        intervalCount: recurring?.integer('interval_count') ?? 1,
        product: product.id,
        nickname: params.text('nickname') ?? null,
        lookupKey: params.text('lookup_key') ?? null,
        metadata: params.metadata(),
      });
    },
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    params: known<Stripe.PriceUpdateParams>('active', 'nickname', 'lookup_key', 'metadata'),
    run({ state, id, params }) {
      const price = get(state.prices, id, 'price');
      price.active = params.boolean('active') ?? price.active;
      price.nickname = params.text('nickname') ?? price.nickname;
      price.lookup_key = params.text('lookup_key') ?? price.lookup_key;
      price.metadata = params.metadata(price.metadata);
      return price;
    },
  },
  { method: 'GET', path: '/v1/products/:id', run: ({ state, id }) => get(state.products, id, 'product') },
  {
    method: 'POST',
    path: '/v1/products',
    params: known<Stripe.ProductCreateParams>('name', 'metadata'),
    run: ({ state, params }) => createProduct(state, params.required('name'), params.metadata()),
  },
];
