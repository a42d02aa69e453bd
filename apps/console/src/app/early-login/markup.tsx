// Run while the console is built, in Node: prints the templates that `early-login.ts` shows.
import './browser-values.ts';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Component as LoginPage } from '../../features/sessions/login-page.tsx';
import { BASE, LOGIN } from '../../links/base.ts';
import { Page } from '../../page/page.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { SignedOutFrame } from '../shell/signed-out-frame.tsx';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import { FAILED_ID, LOGIN_ID } from './template-ids.ts';

const templateOf = (id: string, screen: ReactNode) =>
  `<template id="${id}">${renderToStaticMarkup(
    <ThemeProvider>
      <SignedOutFrame>{screen}</SignedOutFrame>
    </ThemeProvider>,
  )}</template>`;

const failed = (
  <Page title={pageErrorTexts.notLoaded}>
    <div role="alert">
      <StateBlock icon={<IconCloudOff size={22} />} title={pageErrorTexts.noCode}>
        <a href={BASE + LOGIN}>{pageErrorTexts.reload}</a>
      </StateBlock>
    </div>
  </Page>
);

process.stdout.write(templateOf(LOGIN_ID, <LoginPage />) + templateOf(FAILED_ID, failed));
