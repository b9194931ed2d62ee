import { Component, type ReactNode } from 'react'

/** A fault of the page's own, or a part of it that can't be fetched, must not leave an empty frame. */
export class CatchFaults extends Component<{ onFault(): void; children: ReactNode }, { faulty: boolean }> {
  override state = { faulty: false }

  static getDerivedStateFromError() {
    return { faulty: true }
  }

  override componentDidCatch() {
    this.props.onFault()
  }

  override render() {
    return this.state.faulty ? null : this.props.children
  }
}
