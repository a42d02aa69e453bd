import type { Legal, LegalKind } from '@callpoint/contract/support';
import { useEffect, useState } from 'react';
import { Link } from '../../links/link.ts';
import { CallError } from '../../net/call-error.ts';
import { Page } from '../../page/page.tsx';
import { AlertBox } from '../../states/alerts-list.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { supportTexts } from '../../texts/support.ts';
import { readLegal } from './support.api.ts';
import classes from './support.module.css';

/** The terms or the privacy notice, signed in or not. */
export function LegalPage({ kind }: { kind: LegalKind }) {
  const [read, setRead] = useState<Legal | CallError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    readLegal(abort.signal).then(setRead, (error: unknown) => {
      if (error instanceof CallError) setRead(error);
    });
    return () => abort.abort();
  }, []);
  return (
    <Page title={supportTexts[kind]} width="form">
      <Content read={read} kind={kind} />
      <Link to="/contact">{supportTexts.contact}</Link>
    </Page>
  );
}

function Content({ read, kind }: { read: Legal | CallError | null; kind: LegalKind }) {
  if (read === null) return <SkeletonForm fields={3} />;
  if (read instanceof CallError)
    return (
      <AlertBox kind="error" label={supportTexts.legalReadFailed}>
        <p>{read.message}</p>
      </AlertBox>
    );
  const { text, since } = read[kind];
  return (
    <>
      <p className={classes['text']}>{text}</p>
      {since !== null && <p className={classes['soft']}>{supportTexts.since(since)}</p>}
    </>
  );
}
