import { Component, type ComponentType, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  /** Another value shows the children again. */
  resetKey: unknown;
  Fallback: ComponentType<{ error: unknown }>;
  children: ReactNode;
};

type State = { failed: { error: unknown } | null; resetKey: unknown };

/** Shows `Fallback` instead of children that crashed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failed: null, resetKey };
  }

  override render(): ReactNode {
    const { Fallback, children } = this.props;
    const { failed } = this.state;
    return failed ? <Fallback error={failed.error} /> : children;
  }
}
