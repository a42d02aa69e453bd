import { z } from 'zod';
import { createInputCheck } from './input-check.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './page-sizes.ts';

/** List calls: `page` from 1, `per_page` 1..500, `sort` by the list's own keys, `order` asc or desc. */

const MAX_PAGE = 100_000_000;
const MAX_FILTER_VALUES = 200;

export type SortOrder = 'asc' | 'desc';

/** The query parameters of a list. `filters` are the fields of `filter_X` and their schemas. */
export type ListSpec<
  Sort extends string = string,
  Filters extends Record<string, z.ZodType> = Record<string, z.ZodType>,
  FilterIns extends Record<string, z.ZodType> = Record<string, z.ZodType>,
> = {
  sort: readonly [Sort, ...Sort[]];
  defaultOrder: SortOrder;
  filters: Filters;
  /** The fields of `filterin_X=a|b|c`, and the schema of one value. */
  filterIns: FilterIns;
  /** The table whose row each row can include, by `related`. */
  related?: string;
};

export function wholeNumber(max: number, fallback: number) {
  const message = `must be a whole number from 1 to ${max}`;
  return z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(max, message))
    .default(fallback);
}

type FilterShape<Filters extends Record<string, z.ZodType>> = {
  [Name in keyof Filters & string as `filter_${Name}`]: z.ZodOptional<Filters[Name]>;
};
type FilterInShape<FilterIns extends Record<string, z.ZodType>> = {
  [Name in keyof FilterIns & string as `filterin_${Name}`]: z.ZodOptional<
    z.ZodType<z.output<FilterIns[Name]>[], string>
  >;
};

/** The query schema of a list. Unknown parameters are ignored; unknown filters are rejected, and the error names them. */
/* @__NO_SIDE_EFFECTS__ */
export function listQuery<
  const Sort extends string,
  Filters extends Record<string, z.ZodType>,
  FilterIns extends Record<string, z.ZodType>,
>(spec: ListSpec<Sort, Filters, FilterIns>) {
  const filters = Object.fromEntries(
    Object.entries(spec.filters).map(([name, schema]) => [`filter_${name}`, schema.optional()]),
  ) as FilterShape<Filters>;
  const filterIns = Object.fromEntries(
    Object.entries(spec.filterIns).map(([name, schema]) => [
      `filterin_${name}`,
      barList(schema)
        .optional()
        .describe(`${schema.description ?? 'Only rows with one of these values'}, joined with a bar (|).`),
    ]),
  ) as FilterInShape<FilterIns>;
  return z
    .looseObject({
      page: wholeNumber(MAX_PAGE, 1).describe(
        'The number of the page, from 1; by default 1. A page past the end is empty.',
      ),
      per_page: wholeNumber(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(
        `Rows on a page, from 1 to ${MAX_PAGE_SIZE}; by default ${DEFAULT_PAGE_SIZE}.`,
      ),
      sort: z
        .enum(spec.sort, { error: `must be one of ${spec.sort.join(', ')}` })
        .default(spec.sort[0])
        .describe(
          `The field by which the rows are sorted, by default ${spec.sort[0]}; rows with equal values are sorted by id.`,
        ),
      order: z
        .enum(['asc', 'desc'], { error: 'must be asc or desc' })
        .default(spec.defaultOrder)
        .describe(`Ascending or descending; by default ${spec.defaultOrder}.`),
      my: z.string().optional().describe('Accepted and ignored: a subscriber always gets its own rows.'),
      myId: z.string().optional().describe('Accepted and ignored, like `my`.'),
      related: z
        .string()
        .optional()

        .describe(
          spec.related === undefined
            ? 'Accepted and ignored: the rows of this list include no other rows.'
            : `\`${spec.related}\`: each row includes its ${spec.related.replace('_', ' ')}. Absent, or with any other value: it does not.`,
        ),
      delay: z.string().optional().describe('Accepted and ignored.'),
      ...filters,
      ...filterIns,
    })
    .check(rejectUnknownFilters(new Set([...Object.keys(filters), ...Object.keys(filterIns)])));
}

/** Reports every filter that the list does not have. */
function rejectUnknownFilters(known: ReadonlySet<string>) {
  const message = 'is not a field that this list can be filtered by';
  return createInputCheck((query) =>
    Object.keys(query as object)
      .filter((name) => /^filter(in)?_/.test(name) && !known.has(name))
      .map((name) => ({ path: [name], message })),
  );
}

function barList<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>[], string> {
  return z
    .string()
    .transform((joined) => joined.split('|'))
    .pipe(z.array(schema as unknown as z.ZodType<z.output<Schema>, string>).max(MAX_FILTER_VALUES));
}

export const pagination = z.object({
  page: z.number().int(),
  pageSize: z.number().int(),
  pageCount: z.number().int(),
  total: z.number().int().optional().describe('The number of all matching rows, where it is known.'),
  searched: z
    .number()
    .int()
    .optional()
    .describe(
      'Present if a search or a filter examined only this many of the rows that match the other filters, in the requested order: narrow these to search the others.',
    ),
});
export type Pagination = z.infer<typeof pagination>;

/** The response schema of a list of `item`. */
/* @__NO_SIDE_EFFECTS__ */
export function listResponse<Item extends z.ZodType>(item: Item) {
  return z.object({ ok: z.literal(true), items: z.array(item), pagination });
}

/** How many pages `total` rows fill; an empty list has none. */
export function pageCount(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}
