import { MantineProvider } from '@mantine/core';
import { RouterProvider } from 'react-router';
import { styleNonce } from '../net/style-nonce.ts';
import { useStore } from '../store/use-store.ts';
import { routers } from './routes/router-store.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

/** The entire console. Each account has its own routes and screens: nothing of one account is left for the next. */
export function App() {
  const { account, router } = useStore(routers);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => styleNonce}
      defaultColorScheme="auto"
      deduplicateInlineStyles
    >
      <RouterProvider key={account ?? 'signed-out'} router={router} />
    </MantineProvider>
  );
}
