import { CopyButton } from './copied.tsx'
import { Icon } from './icon.tsx'

/** Shows a secret that the server returns only once. */
export function Secret({ value, what, why }: { value: string; what: string; why: string }) {
  return (
    <>
      <p className="notice">
        <Icon name="alert" />
        <span>{why}</span>
      </p>
      <p className="secret">
        <code>{value}</code>
        <CopyButton value={value} what={what} />
      </p>
    </>
  )
}
