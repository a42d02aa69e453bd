import { Component, type ReactNode } from 'react';
import { Button } from '../display/button.tsx';
import { ContactList } from '../display/contact-list.tsx';
import { Problem } from '../display/note.tsx';
import { Screen } from '../display/screen.tsx';
import { dashboard, emergencyNumber } from '../session/dashboard.ts';
import { texts } from '../texts/texts.ts';

/** If a screen cannot be shown, for example because its file could not be loaded: whom to call. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  #reset = () => this.setState({ hasFailed: false });

  override componentDidMount() {
    // Another screen may work.
    addEventListener('hashchange', this.#reset);
  }

  override componentWillUnmount() {
    removeEventListener('hashchange', this.#reset);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const shown = dashboard.current();
    return (
      <Screen title={texts.home.title} back={null} urgent>
        <Problem>{texts.common.failed}</Problem>
        <Button kind="primary" onClick={() => location.reload()}>
          {texts.home.tryAgain}
        </Button>
        <ContactList contacts={shown?.contacts ?? []} number={emergencyNumber(shown)} />
      </Screen>
    );
  }
}
