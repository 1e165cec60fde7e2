import { useEffect, useRef } from 'react'
import { Notice } from '../../parts/page/notice.tsx'
import { toast } from '../../parts/page/toasts.ts'

const copy = async (secret: string) => {
  try {
    await navigator.clipboard.writeText(secret)
    toast('success', 'Copied')
  } catch {
    toast('error', 'We could not copy the text. Select it and copy it yourself')
  }
}

/**
 * Secret that is shown only once. It takes the focus, and stays until the reader confirms that they have
 * stored it.
 */
export const SecretOnce = ({
  secret,
  copy: copyLabel,
  says,
  onKept,
}: {
  secret: string
  /** Label of the button that copies the secret. */
  copy: string
  says: string
  onKept: () => void
}) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [secret])
  return (
    <Notice role="status" ref={frame}>
      <p>{says}</p>
      <p className="secret-text">{secret}</p>
      <div className="row">
        <button type="button" className="button button-small" onClick={() => void copy(secret)}>
          {copyLabel}
        </button>
        <button type="button" className="button button-small" onClick={onKept}>
          I have saved it
        </button>
      </div>
    </Notice>
  )
}
