import type { Role } from '@callpoint/contract/permissions';
import { resourceCases, type ResourceCase, type ResourceName } from '../../resources.ts';
import { changeRoute, listRoute, type RouteExample } from '../route-example.ts';
import type { ConsoleBase } from './console-base.ts';

/** The calls of all resources, from their entries in `resources.ts`. */
export function resourceRoutes(base: ConsoleBase): RouteExample[] {
  return resourceCases.flatMap(([name, resource]) => callsOf(base, name, resource));
}

function callsOf(
  base: ConsoleBase,
  name: ResourceName,
  { readers, writers, data, also }: ResourceCase,
): RouteExample[] {
  const onBase = (roles: readonly Role[]) => roles.filter((role) => base === '/api/v1' || role === 'team');
  return [
    listRoute(`${base}/listPaged/${name}`, onBase(readers), name, also),
    {
      method: 'POST',
      path: `${base}/create/${name}`,
      allowed: onBase(writers),
      example: () => ({ body: { data: { ...data } } }),
    },
    changeRoute(`${base}/update/${name}`, onBase(writers), name, () => ({ ...data })),
    changeRoute(`${base}/delete/${name}`, onBase(writers), name),
  ];
}
