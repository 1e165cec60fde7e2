import { useState } from 'react'

/** The pressed button is gone, so the focus moves to what can be chosen now. */
const focusOn = (element: HTMLElement | null) => element?.focus()

/** Button for an irreversible action, which asks for confirmation. */
export const ConfirmButton = ({
  label,
  name,
  sure,
  keep,
  isLarge = false,
  onSure,
}: {
  label: string
  /** Object of the action, for users of screen readers. */
  name: string
  sure: string
  keep: string
  /** Has the size of a page's buttons. */
  isLarge?: boolean
  onSure: () => void
}) => {
  const look = isLarge ? 'button' : 'button button-small'
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button type="button" className={look} aria-label={`${label} ${name}`} onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  return (
    <>
      <button
        type="button"
        className={look}
        onClick={() => {
          setAsking(false)
          onSure()
        }}
      >
        {sure}
      </button>
      <button ref={focusOn} type="button" className={look} onClick={() => setAsking(false)}>
        {keep}
      </button>
    </>
  )
}
