// Catches what breaks while a page is drawn, or code that cannot be loaded: header, footer and the way on
// stay. Another address starts afresh.
import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/States";

interface ErrorBoundaryProps {
  /** A change of this clears the error: the page's address. */
  place: string;
  children: ReactNode;
}

interface Caught {
  error: unknown;
  place: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught | undefined }> {
  override state: { caught: Caught | undefined } = { caught: undefined };

  override componentDidCatch(error: unknown) {
    this.setState({ caught: { error, place: this.props.place } });
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { caught: Caught | undefined }) {
    return state.caught && state.caught.place !== props.place ? { caught: undefined } : null;
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    // Code that did not arrive comes only with a new load of the page.
    return <ErrorState error={caught.error} level={1} onRetry={() => location.reload()} />;
  }
}
