import { useState } from 'react'

/** The button that was pressed is gone: the reader is led on to what can be chosen now. */
const focusOn = (element: HTMLElement | null) => element?.focus()

/** A button for what cannot be taken back, which asks once more. */
export const SureButton = ({
  label,
  name,
  sure,
  keep,
  onSure,
}: {
  label: string
  /** What it is done to, for whoever hears the button only. */
  name: string
  sure: string
  keep: string
  onSure: () => void
}) => {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button
        type="button"
        className="button button-small"
        aria-label={`${label} ${name}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    )
  return (
    <>
      <button
        type="button"
        className="button button-small"
        onClick={() => {
          setAsking(false)
          onSure()
        }}
      >
        {sure}
      </button>
      <button ref={focusOn} type="button" className="button button-small" onClick={() => setAsking(false)}>
        {keep}
      </button>
    </>
  )
}
