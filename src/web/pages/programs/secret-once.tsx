import { useEffect, useRef } from 'react'
import { Notice } from '../../parts/notice.tsx'
import { toast } from '../../parts/toasts.ts'

const copy = async (secret: string) => {
  try {
    await navigator.clipboard.writeText(secret)
    toast('success', 'Copied')
  } catch {
    toast('error', 'The browser does not let us copy: mark the text and copy it yourself')
  }
}

/** A secret that is shown this once, with the reader led to it, until they say that they have kept it. */
export const SecretOnce = ({
  secret,
  what,
  says,
  onKept,
}: {
  secret: string
  what: string
  says: string
  onKept: () => void
}) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [secret])
  return (
    <Notice role="status" ref={frame}>
      <p>{says}</p>
      <p className="secret-once">{secret}</p>
      <div className="row">
        <button type="button" className="button button-small" onClick={() => void copy(secret)}>
          Copy the {what}
        </button>
        <button type="button" className="button button-small" onClick={onKept}>
          I have kept it
        </button>
      </div>
    </Notice>
  )
}
