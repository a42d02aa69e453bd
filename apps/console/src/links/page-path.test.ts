import { expectTypeOf, test } from 'vitest';
import type { PagePath } from './page-path.ts';

// Types: the type checker runs these tests, by `npm run check`.
test('a link may open the start page and each declared screen, with parameters and a query', () => {
  expectTypeOf<'/'>().toExtend<PagePath>();
  expectTypeOf<'/users'>().toExtend<PagePath>();
  expectTypeOf<'/users/edit/7'>().toExtend<PagePath>();
  expectTypeOf<'/deliveries?state=held'>().toExtend<PagePath>();
  expectTypeOf<'/subscriber/button_data/7/5/1'>().toExtend<PagePath>();
});

test('a link to an address without a screen is a type error', () => {
  expectTypeOf<'/nowhere'>().not.toExtend<PagePath>();
  expectTypeOf<'users'>().not.toExtend<PagePath>();
  expectTypeOf<'/users/edit/:userId'>().not.toExtend<PagePath>();
  expectTypeOf<'/users/edit/me'>().not.toExtend<PagePath>();
  expectTypeOf<string>().not.toExtend<PagePath>();
});
