import type { ReactNode, RefAttributes } from 'react';
import {
  Link as RouterLink,
  useNavigate as useRouterNavigate,
  type LinkProps,
  type NavigateOptions,
} from 'react-router';
import type { PagePath } from './page-path.ts';

/** React Router's link, to pages that exist. */
export const Link: (
  props: Omit<LinkProps, 'to'> & RefAttributes<HTMLAnchorElement> & { to: PagePath },
) => ReactNode = RouterLink;

/** React Router's hook; the function that it returns opens only pages that exist. */
export const useNavigate: () => (to: PagePath, options?: NavigateOptions) => void | Promise<void> =
  useRouterNavigate;
