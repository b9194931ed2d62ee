import { Component, type ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Empty } from './states.tsx'

/** A fault of one page must not take the others along. */
export class CatchFaults extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Fault /> : this.props.children
  }
}

function Fault() {
  const texts = useTexts()
  return (
    <Empty title={texts.states.fault} text={texts.states.faultWhy}>
      <Button onPress={() => location.reload()}>{texts.common.again}</Button>
    </Empty>
  )
}
