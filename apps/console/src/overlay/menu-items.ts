import { lazyCode } from '../states/lazy-part.tsx';

/** The items of a menu. Their code is there before someone can open one. */
const parts = () => import('./menu-parts.tsx');
const LATER = { before: 'input', instead: '' } as const;

export const MenuItem = lazyCode(async () => (await parts()).MenuItem, LATER);
export const MenuLink = lazyCode(async () => (await parts()).MenuLink, LATER);
export const MenuChoice = lazyCode(async () => (await parts()).MenuChoice, LATER);
export const MenuCheck = lazyCode(async () => (await parts()).MenuCheck, LATER);
export const MenuGroup = lazyCode(async () => (await parts()).MenuGroup, LATER);
export const MenuDivider = lazyCode(async () => (await parts()).MenuDivider, LATER);
