import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeContext,
  useProviderColorScheme,
  type MantineTheme,
} from '@mantine/core';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { styleNonce } from '../../net/style-nonce.ts';
import { theme } from './theme.ts';

const getRootElement = () => document.documentElement;
const manager = localStorageColorSchemeManager();

/** Mantine's provider without its styles, which are written at build time, and its default theme. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  useLayoutEffect(() => getRootElement().setAttribute('data-respect-reduced-motion', 'true'), []);
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme,
      getRootElement,
      classNamesPrefix: 'mantine',
      getStyleNonce: () => styleNonce,
      cssVariablesSelector: ':root',
      withStaticClasses: true,
      deduplicateInlineStyles: true,
    }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeContext value={theme as unknown as MantineTheme}>{children}</MantineThemeContext>
    </MantineContext>
  );
}
