import { useEffect, useRef } from 'react'
import { Notice } from '../../parts/page/notice.tsx'
import { toast } from '../../parts/page/toasts.ts'

/** Recovery codes, shown only once: to copy, write down or save as a file. */
export const RecoveryCodesOnce = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('success', 'Copied')
    } catch {
      toast('error', 'We could not copy the codes. Select them and copy them yourself')
    }
  }
  return (
    <>
      <Notice ref={notice} role="status">
        <p>
          The second factor is on. Keep these recovery codes somewhere safe: each lets you sign in once
          without your passkey or authenticator. We will not show them again.
        </p>
      </Notice>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button button-primary" onClick={onKept}>
          I have saved them
        </button>
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
        >
          Download
        </a>
      </div>
    </>
  )
}
