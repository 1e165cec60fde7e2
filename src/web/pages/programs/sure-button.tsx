import { useState } from 'react'

/** The button that was pressed is gone: the reader is led on to what can be chosen now. */
const focusOn = (element: HTMLElement | null) => element?.focus()

/** A button for what cannot be taken back, which asks once more. */
export const SureButton = ({
  label,
  name,
  sure,
  keep,
  isLarge = false,
  onSure,
}: {
  label: string
  /** What it is done to, for whoever hears the button only. */
  name: string
  sure: string
  keep: string
  /** As large as the buttons of a page. */
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
