// Catches what breaks while a page is drawn, or code that cannot be loaded: the frame stays. Another address starts afresh.
import { Component, type ReactNode } from "react";
import { Failed } from "../ui/Page";

interface BoundaryProps {
  place: string;
  children: ReactNode;
}

interface Caught {
  error: unknown;
  place: string;
}

export class Boundary extends Component<BoundaryProps, { caught: Caught | undefined }> {
  override state: { caught: Caught | undefined } = { caught: undefined };

  override componentDidCatch(error: unknown) {
    this.setState({ caught: { error, place: this.props.place } });
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { caught: Caught | undefined }) {
    return state.caught && state.caught.place !== props.place ? { caught: undefined } : null;
  }

  override render() {
    const { caught } = this.state;
    // Code that did not arrive comes only with a new load of the page.
    return caught ? <Failed error={caught.error} onRetry={() => location.reload()} /> : this.props.children;
  }
}
