import { lazyPart } from '../../states/lazy-part.tsx';

/** Its code, with the code that draws QR codes, is loaded when it opens. */
export const InstallLinkDialog = lazyPart(
  async () => (await import('./install-link-dialog.tsx')).InstallLinkDialog,
);
