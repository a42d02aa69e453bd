import { changeRoute, listRoute, type RouteExample } from '../route-example.ts';
import { adminRoles, consoleRoles, TEAM_FILTERS, type ConsoleBase } from './console-base.ts';

/** The calls about settings and the configuration, and their versions. */
export function settingsRoutes(base: ConsoleBase): RouteExample[] {
  const both = consoleRoles(base);
  const admins = adminRoles(base);
  return [
    listRoute(`${base}/listPaged/config`, admins, 'config', {
      'query.filter_config_key': 'contact_person',
      'query.filter_search': 'contact',
    }),
    changeRoute(`${base}/update/config`, admins, 'config', () => ({ config_value: 'help@consult.example' })),
    listRoute(`${base}/listPaged/settings`, both, 'settings', {
      'query.filter_setting_key': 'contact_person',
      'query.filterin_setting_key': 'btn_1_mode|btn_2_mode',
      ...TEAM_FILTERS,
    }),
    changeRoute(`${base}/update/settings`, ['team'], 'settings', () => ({
      setting_value: 'Press to tell us.',
    })),
    listRoute(`${base}/listPaged/version`, both, 'version', {
      'query.filter_subject': 'plan',
      'query.filter_subject_id': 1,
      'query.filterin_subject_id': '1|2',
    }),
    {
      method: 'GET',
      path: `${base}/defaultValue`,
      allowed: both,
      names: 'settings',
      example: ({ ids }) => ({ query: { subject: 'settings', id: ids.settings } }),
    },
  ];
}
