import { LegalPage } from './legal-page.tsx';

export function Component() {
  return <LegalPage kind="terms" />;
}
