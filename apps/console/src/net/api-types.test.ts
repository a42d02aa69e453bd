import type { Account } from '@callpoint/contract/account';
import type { LiveMessage } from '@callpoint/contract/live-events';
import type { Pagination } from '@callpoint/contract/paging';
import type { Plan } from '@callpoint/contract/plans';
import { expectTypeOf, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import type { ListPath, RowOf, StreamMessage, StreamPath } from './api-types.ts';

// The type checker runs these: no call is made.
const api = {} as ApiClient;

test('a response has the type that the contract declares', () => {
  const account = () => api.get('/api/v1/account');
  expectTypeOf(account).returns.resolves.toEqualTypeOf<{ ok: true; data: Account }>();
  const plans = (base: '/api/v1' | '/tapi/v1') => api.get(`${base}/listPaged/plan`, { query: { page: 1 } });
  expectTypeOf(plans).returns.resolves.toEqualTypeOf<{ ok: true; items: Plan[]; pagination: Pagination }>();
  const create = () => api.post('/tapi/v1/test/message', { app_user_id: 1, channel: 'sms', role: 'user' });
  expectTypeOf(create).returns.resolves.toEqualTypeOf<{ ok: true; msg: string; data: { id: number } }>();
  expectTypeOf<RowOf<'/tapi/v1/listPaged/plan'>>().toEqualTypeOf<Plan>();
});

test('a wrong path, base, method, query or body does not compile', () => {
  const wrong = [
    // @ts-expect-error -- no such call
    () => api.get('/api/v1/listPaged/nothing'),
    // @ts-expect-error -- a base that does not have it
    () => api.get('/tapi/v1/account'),
    // @ts-expect-error -- a path without its base
    () => api.get('/account'),
    // @ts-expect-error -- a change is a POST
    () => api.get('/api/v1/delete/plan'),
    // @ts-expect-error -- a file is not JSON
    () => api.get('/api/v1/export/audit'),
    // @ts-expect-error -- a filter that this list does not have
    () => api.get('/api/v1/listPaged/plan', { query: { filter_team_id: 1 } }),
    // @ts-expect-error -- a sort key of another list
    () => api.get('/api/v1/listPaged/plan', { query: { sort: 'email' } }),
    // @ts-expect-error -- a required parameter is missing
    () => api.get('/api/v1/submissionSummary'),
    // @ts-expect-error -- a required field is missing
    () => api.post('/api/v1/delete/plan', {}),
    // @ts-expect-error -- an unknown field
    () => api.post('/api/v1/delete/plan', { id: 1, name: 'x' }),
    // @ts-expect-error -- a value of another type
    () => api.post('/api/v1/update/app_user', { id: 1, data: { status: 2 } }),
  ];
  expectTypeOf(wrong).items.toBeFunction();
});

test('lists and streams are found by their declarations', () => {
  expectTypeOf<'/api/v1/listPaged/audit'>().toExtend<ListPath>();
  expectTypeOf<'/api/v1/overview'>().not.toExtend<ListPath>();
  expectTypeOf<'/tapi/v1/export/delivery'>().toExtend<StreamPath<'text/csv'>>();
  expectTypeOf<StreamMessage<'/tapi/v1/events'>>().toEqualTypeOf<LiveMessage>();
  expectTypeOf<'/tapi/v1/events'>().not.toExtend<StreamPath<'text/csv'>>();
});
